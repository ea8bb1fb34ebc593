import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StateBadge } from "../../ui/state-badge";
import type { Role } from "./people";

type Marked = { role: Role; email_verified_at?: string | null; suspended_at: string | null };

/** What sets somebody apart: an office, an address that is not verified, a suspension. */
export function PersonMarks({ person }: { person: Marked }) {
  const { t } = useTranslation("admin");
  return (
    <Group gap={6}>
      {person.role !== "user" && <StateBadge mark="good">{t(`admin.role.${person.role}`)}</StateBadge>}
      {!person.email_verified_at && <StateBadge mark="warn">{t("admin.mark.unverified")}</StateBadge>}
      {person.suspended_at && <StateBadge mark="bad">{t("admin.mark.suspended")}</StateBadge>}
    </Group>
  );
}
