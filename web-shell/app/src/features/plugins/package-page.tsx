import { Alert, Box, Group, Stack, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Facts } from "../../admin/facts";
import { useLoaded } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Problems } from "./install-plugin";
import { VersionBadge } from "./plugin-page";
import { type Plugin, pluginQuery, type Version, versionQuery } from "./plugins";
import { VersionActions } from "./version-actions";
import { VersionFigures } from "./version-figures";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** One version: what it may do, how it fares, and whom it serves. */
export default function PackagePage() {
  const { package: digest = "" } = useParams();
  const version = useLoaded(versionQuery(digest));
  // What was refused belongs to no plugin.
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
  const { t } = useTranslation("plugins");
  const href = useHref();
  const name = plugin?.name ?? version.plugin ?? t("plugins.version.unknown");
  const title = [name, version.version].filter(Boolean).join(" ");
  const back = plugin
    ? { to: href("adminPlugin", { plugin: plugin.id }), text: plugin.name }
    : { to: href("adminPlugins"), text: t("plugins.list.title") };
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${title} – ${t("plugins.list.title")}`}</PageTitle>
      <BackLink to={back.to}>{back.text}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Title order={1} style={{ overflowWrap: "anywhere" }} miw={0}>
          {title}
        </Title>
        <VersionBadge version={version} isCurrent={version.digest === plugin?.digest} />
      </Group>
      {version.reason && (
        <Alert color="red" icon={<Icon name="alert" />} c="var(--mantine-color-text)">
          {version.reason}
        </Alert>
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
    </Stack>
  );
}

function Overview({ version }: { version: Version }) {
  const { t } = useTranslation("plugins");
  const { dateTime, number } = useFormats();
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

/** What the version may do, and what of it is new. */
function Permissions({ version }: { version: Version }) {
  const { t } = useTranslation("plugins");
  const more = new Set(version.more.map(({ import: name }) => name));
  return (
    <Section title={t("plugins.version.permissions")}>
      {version.permissions.length === 0 && <Text c="dimmed">{t("plugins.version.noPermissions")}</Text>}
      <ul className="admin-versions">
        {version.permissions.map(({ import: name, title }) => (
          <li key={name}>
            <Box miw={0}>
              <Text>{title}</Text>
              <Text size="xs" c="dimmed">
                <code>{name}</code>
              </Text>
            </Box>
            {more.has(name) && <StateBadge mark="warn">{t("plugins.version.more")}</StateBadge>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
