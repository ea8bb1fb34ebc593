import { ActionIcon, Avatar, Button, Popover, Text } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../api/client";
import { endSession } from "../api/session";
import { useHref } from "../i18n/use-page-language";

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation("layout");
  const navigate = useNavigate();
  const href = useHref();

  const signOut = async () => {
    const { response } = await api.POST("/logout");
    if (!response.ok) return;
    endSession();
    navigate(href("login"), { replace: true });
  };

  return (
    <Popover position="bottom-end" width={240} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          size="lg"
          radius="xl"
          aria-label={`${initials(user.name)}, ${t("layout.user.menu")}`}
        >
          <Avatar src={user.avatar} size={32} radius="xl" color="spruce" variant="filled" alt="">
            {initials(user.name)}
          </Avatar>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("layout.user.menu")}>
        <Text size="sm" fw={600} truncate>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.email}
        </Text>
        <Button
          fullWidth
          mt="sm"
          size="xs"
          variant="default"
          leftSection={<Icon name="leave" size={16} />}
          onClick={signOut}
        >
          {t("layout.user.signOut")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
