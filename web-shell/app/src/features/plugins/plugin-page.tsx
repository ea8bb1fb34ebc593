import { Box, Card, Group, Text } from "@mantine/core";
import { useParams } from "react-router";
import { ActionRow, TryLink } from "../../admin/admin";
import { nameOf, useAllProducts } from "../../admin/products";
import { useApi, useLoaded } from "../../api/client";
import { ConfirmButton, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure } from "../../ui/data-table";
import { FormAlert } from "../../ui/form";
import { Item } from "../../ui/list";
import { DetailPage, Loading, Notice, Panel, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Small, TextButton } from "../../ui/texts";
import { PluginActions } from "./plugin-actions";
import { PluginFigures } from "./plugin-figures";
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

/** One plugin: its versions, their audiences, and its actions. */
export default function PluginPage() {
  const { plugin: id = "" } = useParams();
  const plugin = useLoaded(pluginQuery(id));
  const { t, href } = useTexts("plugins");
  const isInstalled = plugin.versions.length > 0;
  return (
    <DetailPage
      name={plugin.name}
      list={t("plugins.list.title")}
      back={href("adminPlugins")}
      lead={`${plugin.id} · ${plugin.publisher}`}
      marks={<PluginMarks plugin={plugin} />}
      width={1000}
    >
      <Serves plugin={plugin} />
      <PluginFigures plugin={plugin.id} />
      {isInstalled && <Versions plugin={plugin} />}
      {plugin.releases.length > 0 && <PluginReleases plugin={plugin} />}
      {isInstalled && <PluginListing plugin={plugin} />}
      {isInstalled && <PluginActions plugin={plugin} />}
    </DetailPage>
  );
}

function Serves({ plugin }: { plugin: Plugin }) {
  const { t } = useTexts("plugins");
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
  const { t, href, dateTime } = useTexts("plugins");
  return (
    <Panel title={t("plugins.versions.title")}>
      <Card withBorder padding={0}>
        <DataTable
          label={t("plugins.versions.title")}
          width={640}
          rows={plugin.versions}
          keyOf={({ digest }) => digest}
          columns={[
            {
              title: t("plugins.table.version"),
              isHead: true,
              cell: ({ version }: Version) => t("plugins.versions.open", { version }),
            },
            {
              title: t("plugins.table.state"),
              cell: (version) => (
                <VersionBadge version={version} isCurrent={version.digest === plugin.digest} />
              ),
            },
            {
              title: t("plugins.table.level"),
              cell: ({ level }) => (level ? t(`plugins.level.${level}`) : "–"),
            },
            figure(t("plugins.table.permissions"), ({ permissions }: Version) => permissions.length),
            { title: t("plugins.table.since"), cell: ({ created_at }) => dateTime(created_at) },
          ]}
          to={({ digest }) => href("adminPackage", { package: digest })}
          actions={(version) =>
            canBeTried(version) && (
              <TryLink tried={{ package: version.digest }} version={version.version} size="xs" />
            )
          }
        />
      </Card>
    </Panel>
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
  const { t } = useTexts("plugins");
  if (isCurrent && version.state === "ready") {
    return <StateBadge mark="good">{t("plugins.state.current")}</StateBadge>;
  }
  return <StateBadge mark={MARKS[version.state]}>{t(`plugins.state.${version.state}`)}</StateBadge>;
}

/** Whether the catalogue lists a plugin. The effects of a change are shown before it. */
function PluginListing({ plugin }: { plugin: Plugin }) {
  const { t, number } = useTexts("plugins");
  const { data: listing } = useApi("/api/admin/plugins/{id}/listing", { path: { id: plugin.id } });
  const { message, dialog, press } = useAction();
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
            {...press(() => actions.declineListing(plugin.id), t("plugins.listing.declined"))}
          />
        </ActionRow>
      )}
      <Group>
        <ConfirmButton
          label={t(`plugins.listing.${name}`)}
          title={t(`plugins.listing.${name}Title`, { plugin: plugin.name })}
          text={[
            t(`plugins.listing.${name}Text`),
            listed
              ? t("plugins.listing.keep", { count: users, number: number(users) })
              : t("plugins.listing.guests", { count: guests, number: number(guests) }),
          ].join(" ")}
          done={t(`plugins.listing.${name}Done`)}
          act={() => actions.list(plugin.id, !listed)}
        />
      </Group>
      {dialog}
    </Section>
  );
}

/** The releases, each with its version, audience and result. */
function PluginReleases({ plugin }: { plugin: Plugin }) {
  const { t } = useTexts("plugins");
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
  const { t, dateTime, number } = useTexts("plugins");
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
    <Item
      title={t("plugins.releases.what", { version, to })}
      facts={[dateTime(release.created_at), ...counts]}
      more={why && <Small>{why.said ?? t(`plugins.rise.${why.rise}`, why)}</Small>}
    >
      <StateBadge mark={PLUGIN_RELEASES_MARKS[release.state]}>
        {t(`plugins.releaseState.${release.state}`)}
      </StateBadge>
    </Item>
  );
}

/** The audience of a release, as text. */
function useAudienceName({ stage, product_id, percent }: Release) {
  const { t, language } = useTexts("plugins");
  const { data } = useAllProducts();
  const product = data?.data.find(({ id }) => id === product_id);
  if (stage === "plan") return t("plugins.to.plan", { plan: product ? nameOf(product, language) : "…" });
  if (stage === "percent") return t("plugins.to.percent", { percent });
  return t(`plugins.to.${stage}`);
}
