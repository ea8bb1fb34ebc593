import { Box, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Facts } from "../../admin/facts";
import { RunFacts } from "../../admin/run-facts";
import { useApi } from "../../api/query";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { Loading } from "../../ui/loading";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Line, TextButton, TextLink } from "../../ui/texts";
import type { AffectedAccount, Version, VersionRun } from "./plugins";

/** How a version fares: its figures of a week, the runs that failed, and who uses it. */
export function VersionFigures({ version: { digest } }: { version: Version }) {
  const { t } = useTranslation("plugins");
  const [opened, setOpened] = useState<string | null>(null);
  const path = { id: digest };
  const failed = useList(
    "/api/admin/packages/{id}/runs",
    { path, query: { status: "failed" } },
    { name: "failed", per: 10 },
  );
  const accounts = useList("/api/admin/packages/{id}/accounts", { path }, { name: "accounts", per: 10 });
  return (
    <>
      <Section title={t("plugins.stats.title")} lead={t("plugins.stats.lead")}>
        <Sums digest={digest} />
      </Section>
      <Section title={t("plugins.runs.title")} lead={t("plugins.runs.lead")}>
        <Rows className="admin-versions" list={failed} none={t("plugins.runs.none")}>
          {(run) => <OneRun key={run.id} run={run} onOpen={() => setOpened(run.id)} />}
        </Rows>
      </Section>
      <Section title={t("plugins.accounts.title")} lead={t("plugins.accounts.lead")}>
        <Rows className="admin-versions" list={accounts} none={t("plugins.accounts.none")}>
          {(account) => <OneAccount key={account.id} account={account} />}
        </Rows>
      </Section>
      {opened && <RunFacts digest={digest} run={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Sums({ digest }: { digest: string }) {
  const { t } = useTranslation("plugins");
  const { number } = useFormats();
  const { data } = useApi("/api/admin/packages/{id}/stats", { path: { id: digest } });
  if (!data) return <Loading h={48} />;
  const names = ["runs", "failures", "traps", "good", "bad"] as const;
  return <Facts facts={names.map((name) => [t(`plugins.stats.name.${name}`), number(data[name])])} />;
}

function OneRun({ run, onOpen }: { run: VersionRun; onOpen: () => void }) {
  const { t } = useTranslation("plugins");
  const { dateTime } = useFormats();
  return (
    <li>
      <Box miw={0}>
        <Text style={{ overflowWrap: "anywhere" }}>{run.problem?.message ?? run.status}</Text>
        <Line of={[dateTime(run.created_at), run.problem?.code, run.id]} />
      </Box>
      <TextButton
        label={t("plugins.run.open")}
        size="xs"
        name={t("plugins.run.openOne", { when: dateTime(run.created_at) })}
        onClick={onOpen}
      />
    </li>
  );
}

function OneAccount({ account }: { account: AffectedAccount }) {
  const { t } = useTranslation("plugins");
  const href = useHref();
  const { ago, number } = useFormats();
  const facts = [
    t("plugins.stats.runs", { count: account.runs, runs: number(account.runs) }),
    t("plugins.stats.failures", { count: account.failed, failures: number(account.failed) }),
    ago(account.last_at),
  ];
  return (
    <li>
      <Box miw={0}>
        <TextLink to={href("adminUser", { user: account.id })}>{account.email}</TextLink>
        <Line of={facts} />
      </Box>
    </li>
  );
}
