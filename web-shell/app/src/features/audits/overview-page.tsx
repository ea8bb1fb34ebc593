import { Stack, Text } from "@mantine/core";
import { useParams } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Notice } from "../../ui/page";
import { AuditFrame } from "./audit-frame";
import { type Audit, isOpen, useAuditOf, useRules } from "./audits";
import { Depths, Statuses } from "./distributions";
import { FirstSteps } from "./first-steps";
import { Categories, RuleList } from "./rule-list";
import { Counts, Score } from "./score";
import { NewestPages, SoFar } from "./so-far";
import { Unmeasured } from "./unmeasured";
import { useWords } from "./words";

/** An audit: its score, and what to fix first. */
export function OverviewPage() {
  const { audit = "" } = useParams();
  return <Overview key={audit} id={audit} />;
}

export function Overview({ id }: { id: string }) {
  const audit = useAuditOf(id);
  return (
    <AuditFrame audit={audit} part="overview">
      {audit.state === "done" ? <Results audit={audit} /> : <Running audit={audit} />}
    </AuditFrame>
  );
}

/** What is known before an audit is counted. */
function Running({ audit }: { audit: Audit }) {
  return (
    <div className="audit-columns">
      <SoFar audit={audit} />
      <Stack gap="lg">
        <NewestPages audit={audit} />
        {audit.statuses.length > 0 && <Statuses audit={audit} />}
      </Stack>
    </div>
  );
}

/** Instead of a score, which would be that of no page. */
function Unread() {
  const { t } = useTexts("audits");
  return (
    <Notice icon="alert" color="red" variant="light" title={t("audits.score.unread")}>
      {t("audits.score.unreadText")}
    </Notice>
  );
}

function Results({ audit }: { audit: Audit }) {
  const { t } = useTexts("audits");
  const rules = useRules(audit.id);
  return (
    <>
      <LimitNotice audit={audit} />
      {audit.unchanged > 0 && (
        <Text c="dimmed" size="sm">
          {t("audits.frame.unchanged", { count: audit.unchanged })}
        </Text>
      )}
      <div className="audit-top">
        {audit.pages > 0 ? <Score audit={audit} /> : <Unread />}
        <Counts audit={audit} />
      </div>
      <div className="audit-columns">
        <Stack gap="lg" miw={0}>
          {rules ? <FirstSteps audit={audit} rules={rules} /> : <Loading h={300} radius="lg" />}
          {rules && <RuleList audit={audit} rules={rules} />}
        </Stack>
        <Stack gap="lg" miw={0}>
          {rules && <Categories rules={rules} />}
          <Statuses audit={audit} />
          {audit.depths.length > 0 && <Depths audit={audit} />}
          {rules && <Unmeasured rules={rules} />}
        </Stack>
      </div>
    </>
  );
}

/** Which limit ended the crawl before all pages were fetched. */
function LimitNotice({ audit }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  const words = useWords();
  if (!audit.limit || isOpen(audit)) return null;
  return (
    <Notice icon="alert">
      {t("audits.frame.limit", {
        limit: words.limit(audit.limit),
        fetched: number(audit.fetched),
        found: number(audit.found),
      })}
    </Notice>
  );
}
