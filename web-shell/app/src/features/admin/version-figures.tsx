import { Anchor, Box, Button, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useApi } from "../../api/query";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { Section } from "../../ui/section";
import { Facts } from "./facts";
import {
  type AffectedAccount,
  FEW,
  useAffected,
  useFailedRuns,
  type Version,
  type VersionRun,
} from "./plugins";
import { RunFacts } from "./run-facts";

/** How a version fares: its figures of a week, the runs that failed, and who uses it. */
export function VersionFigures({ version: { digest } }: { version: Version }) {
  const { t } = useTranslation("plugins");
  const [failedPage, setFailedPage] = useState(1);
  const [accountsPage, setAccountsPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const failed = useFailedRuns(digest, failedPage).data;
  const accounts = useAffected(digest, accountsPage).data;
  return (
    <>
      <Section title={t("plugins.stats.title")} lead={t("plugins.stats.lead")}>
        <Sums digest={digest} />
      </Section>
      <Section title={t("plugins.runs.title")} lead={t("plugins.runs.lead")}>
        <Rows data={failed} none={t("plugins.runs.none")} page={failedPage} onPage={setFailedPage}>
          {(run) => <OneRun key={run.id} run={run} onOpen={() => setOpened(run.id)} />}
        </Rows>
      </Section>
      <Section title={t("plugins.accounts.title")} lead={t("plugins.accounts.lead")}>
        <Rows data={accounts} none={t("plugins.accounts.none")} page={accountsPage} onPage={setAccountsPage}>
          {(account) => <OneAccount key={account.id} account={account} />}
        </Rows>
      </Section>
      {opened && <RunFacts digest={digest} run={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Sums({ digest }: { digest: string }) {
  const { t } = useTranslation("plugins");
  const { number } = formatsFor(usePageLanguage());
  const { data } = useApi("/api/admin/packages/{id}/stats", { path: { id: digest } });
  if (!data) return <Loading h={48} />;
  const names = ["runs", "failures", "traps", "good", "bad"] as const;
  return <Facts facts={names.map((name) => [t(`plugins.stats.name.${name}`), number(data[name])])} />;
}

type RowsProps<Row> = {
  data: { data: Row[]; total: number } | undefined;
  none: string;
  page: number;
  onPage: (page: number) => void;
  children: (row: Row) => ReactNode;
};

function Rows<Row>({ data, none, page, onPage, children }: RowsProps<Row>) {
  if (!data) return <Loading h={64} />;
  if (data.total === 0) return <Text c="dimmed">{none}</Text>;
  const pages = Math.ceil(data.total / FEW);
  return (
    <>
      <ul className="plugin-versions">{data.data.map(children)}</ul>
      <Pager page={page} pages={pages} onPage={onPage} />
    </>
  );
}

function OneRun({ run, onOpen }: { run: VersionRun; onOpen: () => void }) {
  const { t } = useTranslation("plugins");
  const { dateTime } = formatsFor(usePageLanguage());
  return (
    <li>
      <Box miw={0}>
        <Text style={{ overflowWrap: "anywhere" }}>{run.problem?.message ?? run.status}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[dateTime(run.created_at), run.problem?.code, run.id].filter(Boolean).join(" · ")}
        </Text>
      </Box>
      <Button
        size="xs"
        variant="default"
        aria-label={t("plugins.run.openOne", { when: dateTime(run.created_at) })}
        onClick={onOpen}
      >
        {t("plugins.run.open")}
      </Button>
    </li>
  );
}

function OneAccount({ account }: { account: AffectedAccount }) {
  const { t } = useTranslation("plugins");
  const href = useHref();
  const { ago, number } = formatsFor(usePageLanguage());
  const facts = [
    t("plugins.stats.runs", { count: account.runs, runs: number(account.runs) }),
    t("plugins.stats.failures", { count: account.failed, failures: number(account.failed) }),
    ago(account.last_at),
  ];
  return (
    <li>
      <Box miw={0}>
        <Anchor component={Link} to={href("adminUser", { user: account.id })} underline="always">
          {account.email}
        </Anchor>
        <Text size="sm" c="dimmed">
          {facts.join(" · ")}
        </Text>
      </Box>
    </li>
  );
}
