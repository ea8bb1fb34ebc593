import { SimpleGrid } from "@mantine/core";
import { FigureCard } from "../../admin/figure-card";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { usdOf } from "../../ui/usd";

/** The days of the report. */
const DAYS = 30;

/** The figures of a plugin in the last 30 days: runs, failures, words and cost by day. */
export function PluginFigures({ plugin }: { plugin: string }) {
  const { t, language, number } = useTexts("overview");
  const { data } = useApi("/api/admin/plugins/{id}/figures", { path: { id: plugin } }, { staleTime: 0 });
  const usd = usdOf(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format;
  if (!data) return <Loading h={520} radius="lg" />;
  const { now, before, accounts } = data;
  const card = (
    measure: keyof typeof now,
    look: { color?: string; format?: typeof usd; note?: string } = {},
  ) => (
    <FigureCard
      title={t(`overview.figure.${measure}`)}
      now={now[measure]}
      before={before[measure]}
      days={DAYS}
      columns={data.days.map((day) => ({ day: day.day, value: day[measure] }))}
      format={number}
      {...look}
    />
  );
  const failed =
    now.runs > 0
      ? t("overview.note.ofRuns", { share: percent(now.failed / now.runs), runs: number(now.runs) })
      : "";
  return (
    <Panel title={t("overview.plugin.title")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {card("runs", {
          note: t("overview.note.by", { count: accounts, number: number(accounts) }),
        })}
        {card("failed", { color: "var(--mantine-color-error)", note: failed })}
        {card("words")}
        {card("cost_usd", { color: "var(--sw-action)", format: usd })}
      </SimpleGrid>
    </Panel>
  );
}
