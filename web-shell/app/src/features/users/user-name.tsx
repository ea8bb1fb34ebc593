import { Avatar, Group } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { initials } from "../../ui/initials";
import { StateBadge } from "../../ui/state-badge";
import type { UserSummary } from "./users";
import "./users.css";

/** Picture, name and address of a user, and what is unusual about the account. */
export function UserName({ user }: { user: UserSummary }) {
  const { t } = useTexts("admin");
  return (
    <Group gap="sm" wrap="nowrap" className="users-name">
      <Avatar src={user.avatar} size={30} radius="xl" color="spruce" variant="filled" alt="" visibleFrom="sm">
        {initials(user.name)}
      </Avatar>
      <span className="users-text">
        <span className="sw-table-two">{user.name}</span>
        <span className="sw-table-two sw-table-fine">{user.email}</span>
      </span>
      {user.role !== "user" && <StateBadge mark="good">{t(`admin.role.${user.role}`)}</StateBadge>}
      {!user.email_verified_at && <StateBadge mark="warn">{t("admin.mark.unverified")}</StateBadge>}
      {user.suspended_at && <StateBadge mark="bad">{t("admin.mark.suspended")}</StateBadge>}
    </Group>
  );
}
