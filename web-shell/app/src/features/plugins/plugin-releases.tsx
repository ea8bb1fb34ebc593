import { Box, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { nameOf, useAllProducts } from "../../admin/products";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";
import { Line } from "../../ui/texts";
import type { Plugin, Release } from "./plugins";

/** Which version went to whom, and what became of that. */
export function PluginReleases({ plugin }: { plugin: Plugin }) {
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

const MARKS = { open: "warn", done: "good", "rolled-back": "bad", superseded: "plain" } as const;

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
      <StateBadge mark={MARKS[release.state]}>{t(`plugins.releaseState.${release.state}`)}</StateBadge>
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
