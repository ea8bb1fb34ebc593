import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { TryLink } from "../../admin/try-link";
import { useLoaded } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { Notice } from "../../ui/notice";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextLink } from "../../ui/texts";
import { PluginActions } from "./plugin-actions";
import { PluginListing } from "./plugin-listing";
import { PluginReleases } from "./plugin-releases";
import { canBeTried, type Plugin, pluginQuery, type Version } from "./plugins";
import { PluginMarks } from "./plugins-page";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** One plugin: its versions, who gets which, and what can be done about it. */
export default function PluginPage() {
  const { plugin: id = "" } = useParams();
  const plugin = useLoaded(pluginQuery(id));
  return <Whole plugin={plugin} />;
}

function Whole({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const href = useHref();
  const isInstalled = plugin.versions.length > 0;
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${plugin.name} – ${t("plugins.list.title")}`}</PageTitle>
      <BackLink to={href("adminPlugins")}>{t("plugins.list.title")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {plugin.name}
          </Title>
          <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {`${plugin.id} · ${plugin.publisher}`}
          </Text>
        </Box>
        <PluginMarks plugin={plugin} />
      </Group>
      <Serves plugin={plugin} />
      {isInstalled && <Versions plugin={plugin} />}
      {plugin.releases.length > 0 && <PluginReleases plugin={plugin} />}
      {isInstalled && <PluginListing plugin={plugin} />}
      {isInstalled && <PluginActions plugin={plugin} />}
    </Stack>
  );
}

function Serves({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { version, digest, bundled } = plugin;
  const text = !version
    ? t("plugins.one.servesNobody")
    : digest
      ? t("plugins.one.serves", { version })
      : t("plugins.one.servesBundled", { version });
  return (
    <Notice>
      {text}
      {digest && bundled && ` ${t("plugins.one.inPlaceOfBundled")}`}
      {bundled && (
        <Box mt="sm">
          <TryLink tried={{ tool: plugin.id }} version={t("plugins.one.bundledVersion")} size="xs" />
        </Box>
      )}
    </Notice>
  );
}

function Versions({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  return (
    <Section title={t("plugins.versions.title")}>
      <ul className="admin-versions">
        {plugin.versions.map((version) => (
          <OneVersion key={version.digest} plugin={plugin} version={version} />
        ))}
      </ul>
    </Section>
  );
}

function OneVersion({ plugin, version }: { plugin: Plugin; version: Version }) {
  const { t } = useTranslation("plugins");
  const href = useHref();
  const { dateTime } = useFormats();
  const facts = [
    t("plugins.versions.since", { when: dateTime(version.created_at) }),
    version.level && t(`plugins.level.${version.level}`),
    t("plugins.versions.permissions", { count: version.permissions.length }),
  ];
  return (
    <li>
      <Box miw={0}>
        <TextLink
          to={href("adminPackage", { package: version.digest })}
          fw={600}
          aria-label={t("plugins.versions.open", { version: version.version })}
        >
          {version.version}
        </TextLink>
        <Line of={facts} />
      </Box>
      <VersionBadge version={version} isCurrent={version.digest === plugin.digest} />
      {canBeTried(version) && (
        <TryLink tried={{ package: version.digest }} version={version.version} size="xs" />
      )}
    </li>
  );
}

const MARKS = {
  refused: "bad",
  waiting: "warn",
  ready: "plain",
  quarantined: "bad",
  revoked: "bad",
  removed: "plain",
} as const;

export function VersionBadge({ version, isCurrent }: { version: Version; isCurrent: boolean }) {
  const { t } = useTranslation("plugins");
  if (isCurrent && version.state === "ready") {
    return <StateBadge mark="good">{t("plugins.state.current")}</StateBadge>;
  }
  return <StateBadge mark={MARKS[version.state]}>{t(`plugins.state.${version.state}`)}</StateBadge>;
}
