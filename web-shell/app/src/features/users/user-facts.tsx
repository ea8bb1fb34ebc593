import { Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Facts } from "../../admin/facts";
import type { AdminUser } from "../../admin/users";
import { useHref } from "../../i18n/use-page-language";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/texts";

/** Facts about a user. */
export function UserFacts({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const href = useHref();
  const { dateTime, number } = useFormats();
  const language = user.language ?? "none";
  const when = (moment: string | null | undefined) => (moment ? dateTime(moment) : t("admin.facts.never"));
  const ways = [
    user.has_password && t("admin.facts.password"),
    user.google && "Google",
    !user.has_password && !user.google && t("admin.facts.linkOnly"),
  ];
  const facts: [string, string][] = [
    [t("admin.facts.role"), t(`admin.role.${user.role}`)],
    [t("admin.facts.language"), t(`admin.language.${language}`)],
    [t("admin.facts.created"), dateTime(user.created_at)],
    [t("admin.facts.seen"), when(user.seen_at)],
    [t("admin.facts.verified"), when(user.email_verified_at)],
    [t("admin.facts.ways"), ways.filter(Boolean).join(", ")],
    [t("admin.facts.second"), t(user.two_factor ? "admin.facts.on" : "admin.facts.off")],
    [t("admin.facts.projects"), number(user.counts.projects)],
    [t("admin.facts.documents"), number(user.counts.documents)],
    [t("admin.facts.runs"), number(user.counts.runs)],
  ];
  if (user.suspended_at) facts.push([t("admin.facts.suspended"), dateTime(user.suspended_at)]);
  return (
    <Section title={t("admin.facts.title")}>
      <Facts facts={facts} />
      <Text size="sm">
        <TextLink to={`${href("adminAudit")}?subject=${user.id}`}>{t("admin.facts.audit")}</TextLink>
      </Text>
    </Section>
  );
}
