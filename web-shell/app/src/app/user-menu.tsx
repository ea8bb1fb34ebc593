import { Avatar, Button, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { User } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { initials } from "../ui/initials";
import { Fine, Strong, TextButton } from "../ui/texts";
import { userEntries } from "./menu";
import { show } from "./palette/shown";
import { useSignOut } from "./use-sign-out";
import { useWordsSentence } from "./words-left";

/**
 * Picture, name and address; a narrow screen has room for the picture only. Without a picture it shows initials.
 * It is decorative: the button has the same accessible name at every width.
 */
function Face({ user }: { user: User }) {
  return (
    <>
      <Avatar
        src={user.avatar}
        size={32}
        radius="xl"
        color="spruce"
        variant="filled"
        alt=""
        aria-hidden="true"
      >
        {initials(user.name)}
      </Avatar>
      <span className="sw-face" aria-hidden="true">
        <Strong lh={1.25} truncate>
          {user.name}
        </Strong>
        <Fine lh={1.25} truncate>
          {user.email}
        </Fine>
      </span>
    </>
  );
}

/** The signed-in user, their pages, and the sign-out. */
export function UserMenu({ user }: { user: User }) {
  const { t, href } = useTexts("layout");
  const signOut = useSignOut();
  const sentence = useWordsSentence(user.words);
  const [opened, { toggle, close }] = useDisclosure(false);
  const entries = userEntries();
  const link = { variant: "subtle", color: "gray", justify: "flex-start", size: "sm" } as const;

  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width={260}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton className="sw-user" onClick={toggle}>
          <Face user={user} />
          <VisuallyHidden>{`${user.name} ${user.email}, ${t("layout.user.menu")}`}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("layout.user.menu")}>
        <Strong truncate>{user.name}</Strong>
        <Fine truncate>{user.email}</Fine>
        <Text size="xs" mt={6}>
          {sentence}
        </Text>
        <Stack gap={2} mt={entries.length > 0 ? "sm" : undefined}>
          {entries.map(({ page, icon, label }) => (
            <Button
              key={page}
              {...link}
              c="var(--mantine-color-text)"
              component={Link}
              to={href(page)}
              leftSection={<Icon name={icon} size={16} />}
              onClick={close}
            >
              {t(label)}
            </Button>
          ))}
          <Button
            {...link}
            c="var(--mantine-color-text)"
            leftSection={<Icon name="keyboard" size={16} />}
            onClick={() => {
              close();
              show("keys");
            }}
          >
            {t("layout.user.keys")}
          </Button>
        </Stack>
        <TextButton
          label={t("layout.user.signOut")}
          fullWidth
          mt="sm"
          size="xs"
          icon="leave"
          onClick={signOut}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
