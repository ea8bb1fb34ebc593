import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useParams } from "react-router";
import { isRefusal, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, Notice, PageTitle, Section } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { type Audit, hostOf, type RuleTexts, useAudit } from "./audits";
import { Coded } from "./coded";
import { findingsOf } from "./counts";
import { FindingList } from "./finding-list";
import { LevelBadge } from "./marks";
import { RuleFix } from "./rule-fix";
import { RuleParameters } from "./rule-parameters";
import { useWords } from "./words";
import "./audits.css";

/** A rule of an audit: why it matters, how to fix it, and all pages concerned. */
export default function RulePage() {
  const { t, href } = useTexts("audits");
  const audit = useAudit();
  const { rule: id = "" } = useParams();
  const { data: rule, error } = useApi(
    "/api/audits/{id}/rules/{rule}",
    { path: { id: audit.id, rule: id } },
    { quiet: true, throwOnError: false },
  );
  const back = <BackLink to={href("audit", { audit: audit.id })}>{hostOf(audit.start)}</BackLink>;
  if (!rule && isRefusal(error)) {
    return (
      <EmptyState icon="gauge" level={1} title={t("audits.rule.goneTitle")} text={t("audits.rule.goneText")}>
        {back}
      </EmptyState>
    );
  }
  if (!rule) return <Loading h={320} radius="lg" />;
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <PageTitle>{`${rule.title} – ${hostOf(audit.start)}`}</PageTitle>
      {back}
      <Head rule={rule} />
      <State rule={rule} />
      <Texts rule={rule} />
      <FindingList key={rule.rule} audit={audit} rule={rule} />
      <RuleParameters audit={audit} rule={rule} />
    </Stack>
  );
}

function Head({ rule }: { rule: RuleTexts }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  const found = findingsOf(rule);
  return (
    <Box>
      <Title order={1}>{rule.title}</Title>
      <Group gap="sm" mt="xs">
        <LevelBadge level={rule.severity} />
        <Dim>
          {words.category(rule.category)}
          {` · ${t("audits.first.places", { count: found, places: number(found) })}`}
          {rule.gain > 0 && ` · ${t("audits.rule.cost", { points: words.points(rule.gain) })}`}
          {!rule.score && ` · ${t("audits.rule.noScore")}`}
        </Dim>
      </Group>
    </Box>
  );
}

/** Why the rule has no result. */
function State({ rule: { state, reason } }: { rule: RuleTexts }) {
  const { t } = useTexts("audits");
  const words = useWords();
  if (state === "needs") return <Notice>{t("audits.rule.needs", { need: words.need(reason) })}</Notice>;
  if (state === "off") return <Notice>{t("audits.rule.off")}</Notice>;
  if (state === "failed") return <Notice icon="alert">{t("audits.unmeasured.failed", { reason })}</Notice>;
  return null;
}

function Texts({ rule }: { rule: RuleTexts }) {
  const { t } = useTexts("audits");
  if (!rule.why) return <Notice>{t("audits.rule.noTexts")}</Notice>;
  return (
    <>
      <Section title={t("audits.rule.why")}>
        <Text className="audit-text">
          <Coded>{rule.why}</Coded>
        </Text>
      </Section>
      <RuleFix rule={rule} />
    </>
  );
}

export type RuleProps = { audit: Audit; rule: RuleTexts };
