import { Group } from "@mantine/core";
import type { Role } from "../../admin/users";
import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";

type Marked = { role: Role; email_verified_at?: string | null; suspended_at: string | null };

/** Marks of a user: role, unverified address, suspension. */
export function UserMarks({ user }: { user: Marked }) {
  const { t } = useTexts("admin");
  return (
    <Group gap={6}>
      {user.role !== "user" && <StateBadge mark="good">{t(`admin.role.${user.role}`)}</StateBadge>}
      {!user.email_verified_at && <StateBadge mark="warn">{t("admin.mark.unverified")}</StateBadge>}
      {user.suspended_at && <StateBadge mark="bad">{t("admin.mark.suspended")}</StateBadge>}
    </Group>
  );
}
