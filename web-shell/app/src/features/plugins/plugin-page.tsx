import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ActionRow } from "../../admin/action-row";
import { nameOf, useAllProducts } from "../../admin/products";
import { TryLink } from "../../admin/try-link";
import { useApi, useLoaded } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction } from "../../confirm/use-action";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { FormAlert } from "../../ui/form-alert";
import { Loading } from "../../ui/loading";
import { Notice } from "../../ui/notice";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line, TextButton, TextLink } from "../../ui/texts";
import { PluginActions } from "./plugin-actions";
import { actions, canBeTried, type Plugin, pluginQuery, type Release, type Version } from "./plugins";
import { PluginMarks } from "./plugins-page";
import "../../admin/admin.css";
import "../../admin/versions.css";

const PLUGIN_RELEASES_MARKS = {
  open: "warn",
  done: "good",
  "rolled-back": "bad",
  superseded: "plain",
} as const;

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

/** Whether the lists of the catalogue show a plugin. What a change would mean is said before it is made. */
function PluginListing({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const { number } = useFormats();
  const { data: listing } = useApi("/api/admin/plugins/{id}/listing", { path: { id: plugin.id } });
  const { message, busy, dialog, act } = useAction();
  const [changes, setChanges] = useState(false);
  if (!listing) return <Loading h={120} radius="lg" />;
  const { listed, request, users, guests } = listing;
  const name = listed ? "end" : "begin";
  return (
    <Section title={t("plugins.listing.title")}>
      <Text>{t(listed ? "plugins.listing.listed" : "plugins.listing.unlisted")}</Text>
      <FormAlert>{message}</FormAlert>
      {request && (
        <ActionRow
          title={t("plugins.listing.asked", { publisher: request.publisher })}
          text={request.note ?? t("plugins.listing.noNote")}
        >
          <TextButton
            label={t("plugins.listing.decline")}
            loading={busy}
            onClick={() => act(() => actions.declineListing(plugin.id), t("plugins.listing.declined"))}
          />
        </ActionRow>
      )}
      <Group>
        <TextButton label={t(`plugins.listing.${name}`)} onClick={() => setChanges(true)} />
      </Group>
      {changes && (
        <ConfirmDialog
          title={t(`plugins.listing.${name}Title`, { plugin: plugin.name })}
          text={[
            t(`plugins.listing.${name}Text`),
            listed
              ? t("plugins.listing.keep", { count: users, number: number(users) })
              : t("plugins.listing.guests", { count: guests, number: number(guests) }),
          ].join(" ")}
          go={t(`plugins.listing.${name}`)}
          done={t(`plugins.listing.${name}Done`)}
          act={() => actions.list(plugin.id, !listed)}
          onClose={() => setChanges(false)}
        />
      )}
      {dialog}
    </Section>
  );
}

/** Which version went to whom, and what became of that. */
function PluginReleases({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("plugins");
  const versions = new Map(plugin.versions.map(({ digest, version }) => [digest, version]));
  return (
    <Section title={t("plugins.releases.title")} lead={t("plugins.releases.lead")}>
      <ul className="admin-versions">
        {plugin.releases.map((release) => (
          <OneRelease key={release.id} release={release} version={versions.get(release.digest) ?? "?"} />
        ))}
      </ul>
    </Section>
  );
}

function OneRelease({ release, version }: { release: Release; version: string }) {
  const { t } = useTranslation("plugins");
  const { dateTime, number } = useFormats();
  const to = useAudienceName(release);
  const why = release.reason as
    | { said: string }
    | { said?: undefined; rise: string; count: number; percent: number; percent_before: number }
    | null;
  const counts = [
    t("plugins.stats.runs", { count: release.runs, runs: number(release.runs) }),
    t("plugins.stats.failures", { count: release.failures, failures: number(release.failures) }),
    t("plugins.stats.traps", { count: release.traps, traps: number(release.traps) }),
  ];
  return (
    <li>
      <Box miw={0}>
        <Text fw={600}>{t("plugins.releases.what", { version, to })}</Text>
        <Line of={[dateTime(release.created_at), ...counts]} />
        {why && <Text size="sm">{why.said ?? t(`plugins.rise.${why.rise}`, why)}</Text>}
      </Box>
      <StateBadge mark={PLUGIN_RELEASES_MARKS[release.state]}>
        {t(`plugins.releaseState.${release.state}`)}
      </StateBadge>
    </li>
  );
}

/** Whom a release serves, in words. */
function useAudienceName({ stage, product_id, percent }: Release) {
  const { t } = useTranslation("plugins");
  const language = usePageLanguage();
  const { data } = useAllProducts();
  const product = data?.data.find(({ id }) => id === product_id);
  if (stage === "plan") return t("plugins.to.plan", { plan: product ? nameOf(product, language) : "…" });
  if (stage === "percent") return t("plugins.to.percent", { percent });
  return t(`plugins.to.${stage}`);
}
