import { Anchor, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { Section } from "../../ui/section";
import { Facts } from "./facts";
import type { Person } from "./people";

/** Who somebody is, since when, and how much they have made. */
export function PersonFacts({ person }: { person: Person }) {
  const { t } = useTranslation("admin");
  const href = useHref();
  const { dateTime, number } = formatsFor(usePageLanguage());
  const language = person.language ?? "none";
  const when = (moment: string | null | undefined) => (moment ? dateTime(moment) : t("admin.facts.never"));
  const ways = [
    person.has_password && t("admin.facts.password"),
    person.google && "Google",
    !person.has_password && !person.google && t("admin.facts.linkOnly"),
  ];
  const facts: [string, string][] = [
    [t("admin.facts.role"), t(`admin.role.${person.role}`)],
    [t("admin.facts.language"), t(`admin.language.${language}`)],
    [t("admin.facts.created"), dateTime(person.created_at)],
    [t("admin.facts.seen"), when(person.seen_at)],
    [t("admin.facts.verified"), when(person.email_verified_at)],
    [t("admin.facts.ways"), ways.filter(Boolean).join(", ")],
    [t("admin.facts.second"), t(person.two_factor ? "admin.facts.on" : "admin.facts.off")],
    [t("admin.facts.projects"), number(person.counts.projects)],
    [t("admin.facts.documents"), number(person.counts.documents)],
    [t("admin.facts.runs"), number(person.counts.runs)],
  ];
  if (person.suspended_at) facts.push([t("admin.facts.suspended"), dateTime(person.suspended_at)]);
  return (
    <Section title={t("admin.facts.title")}>
      <Facts facts={facts} />
      <Text size="sm">
        <Anchor component={Link} to={`${href("adminAudit")}?subject=${person.id}`} underline="always">
          {t("admin.facts.audit")}
        </Anchor>
      </Text>
    </Section>
  );
}
