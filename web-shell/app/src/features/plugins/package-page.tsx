import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Facts } from "../../admin/admin";
import { RunFacts } from "../../admin/run-facts";
import { useApi, useLoaded } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Rows } from "../../ui/list";
import { DetailPage, Loading, Notice, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Fine, Line, TextButton, TextLink } from "../../ui/texts";
import { Problems } from "./install-plugin";
import { VersionBadge } from "./plugin-page";
import {
  type AffectedAccount,
  type Plugin,
  pluginQuery,
  type Version,
  type VersionRun,
  versionQuery,
} from "./plugins";
import { VersionActions } from "./version-actions";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** One version: its permissions, its statistics, and the accounts it serves. */
export default function PackagePage() {
  const { package: digest = "" } = useParams();
  const version = useLoaded(versionQuery(digest));
  // A refused package belongs to no plugin.
  return version.plugin && version.state !== "refused" && version.state !== "removed" ? (
    <OfPlugin version={version} plugin={version.plugin} />
  ) : (
    <Whole version={version} plugin={undefined} />
  );
}

function OfPlugin({ version, plugin: id }: { version: Version; plugin: string }) {
  const { data: plugin } = useQuery(pluginQuery(id));
  if (!plugin) return <Loading h={320} radius="lg" />;
  return <Whole version={version} plugin={plugin} />;
}

function Whole({ version, plugin }: { version: Version; plugin: Plugin | undefined }) {
  const { t, href } = useTexts("plugins");
  const name = plugin?.name ?? version.plugin ?? t("plugins.version.unknown");
  const title = [name, version.version].filter(Boolean).join(" ");
  const back = plugin
    ? { to: href("adminPlugin", { plugin: plugin.id }), text: plugin.name }
    : { to: href("adminPlugins"), text: t("plugins.list.title") };
  return (
    <DetailPage
      name={title}
      list={t("plugins.list.title")}
      back={back.to}
      backText={back.text}
      marks={<VersionBadge version={version} isCurrent={version.digest === plugin?.digest} />}
    >
      {version.reason && (
        <Notice color="red" icon="alert">
          {version.reason}
        </Notice>
      )}
      {version.problems.length > 0 && (
        <Section title={t("plugins.version.problems")}>
          <Problems problems={version.problems} />
        </Section>
      )}
      <Overview version={version} />
      {version.state !== "refused" && <Permissions version={version} />}
      {plugin && <VersionActions version={version} plugin={plugin} />}
      {plugin && <VersionFigures version={version} />}
    </DetailPage>
  );
}

function Overview({ version }: { version: Version }) {
  const { t, dateTime, number } = useTexts("plugins");
  const kilobytes = (bytes: number | null) =>
    bytes === null ? null : t("plugins.version.kilobytes", { size: number(Math.ceil(bytes / 1000)) });
  const known = ["upload", "command-line"].includes(version.source);
  const facts: [string, string | null | undefined][] = [
    [t("plugins.version.publisher"), version.publisher],
    [t("plugins.version.level"), version.level && t(`plugins.level.${version.level}`)],
    [t("plugins.version.key"), version.key],
    [t("plugins.version.bytes"), kilobytes(version.bytes)],
    [t("plugins.version.component"), kilobytes(version.component_bytes)],
    [t("plugins.version.source"), known ? t(`plugins.source.${version.source}`) : version.source],
    [t("plugins.version.created"), dateTime(version.created_at)],
    [t("plugins.version.approved"), version.approved_at && dateTime(version.approved_at)],
    [t("plugins.version.digest"), version.digest],
  ];
  return (
    <Section title={t("plugins.version.facts")}>
      <Facts facts={facts} />
    </Section>
  );
}

/** The permissions of the version, with new ones marked. */
function Permissions({ version }: { version: Version }) {
  const { t } = useTexts("plugins");
  const more = new Set(version.more.map(({ import: name }) => name));
  return (
    <Section title={t("plugins.version.permissions")}>
      {version.permissions.length === 0 && <Text c="dimmed">{t("plugins.version.noPermissions")}</Text>}
      <ul className="admin-versions">
        {version.permissions.map(({ import: name, title }) => (
          <li key={name}>
            <Box miw={0}>
              <Text>{title}</Text>
              <Fine>
                <code>{name}</code>
              </Fine>
            </Box>
            {more.has(name) && <StateBadge mark="warn">{t("plugins.version.more")}</StateBadge>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The statistics of a version: a week's figures, failed runs, and its accounts. */
function VersionFigures({ version: { digest } }: { version: Version }) {
  const { t } = useTexts("plugins");
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
  const { t, number } = useTexts("plugins");
  const { data } = useApi("/api/admin/packages/{id}/stats", { path: { id: digest } });
  if (!data) return <Loading h={48} />;
  const names = ["runs", "failures", "traps", "good", "bad"] as const;
  return <Facts facts={names.map((name) => [t(`plugins.stats.name.${name}`), number(data[name])])} />;
}

function OneRun({ run, onOpen }: { run: VersionRun; onOpen: () => void }) {
  const { t, dateTime } = useTexts("plugins");
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
  const { t, href, ago, number } = useTexts("plugins");
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
