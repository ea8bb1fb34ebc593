import { Button, Popover, Stack, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { Fine, Strong, TextButton } from "../ui/texts";
import { type Opening, useOpening } from "../ui/when-wanted";
import { useHelp } from "./help-link";
import { userEntries } from "./menu";
import { show } from "./palette/shown";
import { useSignOut } from "./use-sign-out";
import { type Props, UserButton } from "./user-menu";
import { useWordsSentence } from "./words-left";

/** The signed-in user, their pages, and the sign-out. */
export default function UserList({ user, startsOpen }: Props & Opening) {
  const { t, href } = useTexts("layout");
  const signOut = useSignOut();
  const sentence = useWordsSentence(user.words);
  const { opened, toggle, close } = useOpening(startsOpen);
  const entries = userEntries();
  const help = useHelp();
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
        <UserButton user={user} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("layout.user.menu")}>
        <Strong truncate>{user.name}</Strong>
        <Fine truncate>{user.email}</Fine>
        <Text size="xs" mt={6}>
          {sentence}
        </Text>
        <Stack gap={2} mt="sm">
          <Button
            {...link}
            c="var(--mantine-color-text)"
            component={Link}
            to={help}
            leftSection={<Icon name="help" size={16} />}
            onClick={close}
          >
            {t("layout.user.help")}
          </Button>
          {entries.map(({ page, params, icon, label }) => (
            <Button
              key={label}
              {...link}
              c="var(--mantine-color-text)"
              component={Link}
              to={href(page, params)}
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
