import { Text, UnstyledButton } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { useDeferredValue } from "react";
import { useChange } from "../../admin/figure-card";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Panel } from "../../ui/page";
import { Line, TextLink } from "../../ui/texts";
import { usdOf } from "../../ui/usd";
import { MEASURES, type Measure, type Overview } from "./overview";

const PLOT_PX = 200;
const COLORS: Partial<Record<Measure, string>> = {
  cost_usd: "var(--sw-action)",
  failed: "var(--mantine-color-error)",
};

type Props = { overview: Overview; days: number };

/** Six figures to compare; the chosen one is drawn by day. */
export function FiguresPanel({ overview, days }: Props) {
  const { t } = useTexts("overview");
  const { get, set } = useListFilter("overview");
  const chosen = MEASURES.find((measure) => measure === get("figure")) ?? "sign_ups";
  const drawn = useDeferredValue(chosen);
  return (
    <div className="overview-figures">
      <fieldset className="overview-tiles" aria-label={t("overview.page.figures")}>
        {MEASURES.map((measure) => (
          <Tile
            key={measure}
            measure={measure}
            overview={overview}
            days={days}
            isChosen={measure === chosen}
            onChoose={() => set("figure", measure === "sign_ups" ? "" : measure)}
          />
        ))}
      </fieldset>
      <Course measure={drawn} overview={overview} days={days} />
    </div>
  );
}

/** How a figure is written; money has two decimals. */
function useFormat() {
  const { language, number } = useTexts("overview");
  const usd = usdOf(language);
  return (measure: Measure) => (measure === "cost_usd" ? usd : number);
}

type TileProps = Props & { measure: Measure; isChosen: boolean; onChoose: () => void };

function Tile({ measure, overview, days, isChosen, onChoose }: TileProps) {
  const { t } = useTexts("overview");
  const format = useFormat()(measure);
  const now = overview.now[measure];
  const change = useChange(now, overview.before[measure], days);
  return (
    <UnstyledButton className="overview-tile" aria-pressed={isChosen} onClick={onChoose}>
      <span className="sw-stat-label">{t(`overview.figure.${measure}`)}</span>
      <span className="overview-tile-value" data-none={now === 0 || undefined}>
        {format(now)}
      </span>
      <span className="sw-stat-note">{change}</span>
    </UnstyledButton>
  );
}

/** The list behind a figure. */
function usePlaces(): Record<Measure, string> {
  const { href } = useTexts("overview");
  return {
    sign_ups: href("adminUsers"),
    active: `${href("adminUsers")}?sort=-runs`,
    words: `${href("adminUsers")}?sort=-words`,
    cost_usd: href("adminModels"),
    failed: `${href("adminPlugins")}?sort=-failed`,
    paid: href("adminProducts"),
  };
}

/** What a figure is part of. */
function useNote({ now, accounts }: Overview, measure: Measure): string {
  const { t, language, number } = useTexts("overview");
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format;
  if (measure === "sign_ups")
    return t("overview.note.accounts", { count: accounts, number: number(accounts) });
  if (measure === "failed" && now.runs > 0)
    return t("overview.note.ofRuns", { share: percent(now.failed / now.runs), runs: number(now.runs) });
  return "";
}

/** The figure by day, with its list. */
function Course({ measure, overview, days }: Props & { measure: Measure }) {
  const { t, language } = useTexts("overview");
  const format = useFormat()(measure);
  const note = useNote(overview, measure);
  const to = usePlaces()[measure];
  const title = t(`overview.figure.${measure}`);
  const label = t("overview.chart.label", { figure: title, count: days });
  // The days are in UTC.
  const when = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const columns = overview.days.map((day) => ({
    key: day.day,
    title: when.format(new Date(day.day)),
    values: [day[measure]],
  }));
  const isEmpty = columns.every(({ values: [value] }) => value === 0);
  return (
    <Panel
      title={title}
      className="overview-course"
      aside={
        <TextLink to={to} size="sm">
          {t(`overview.link.${measure}`)}
        </TextLink>
      }
    >
      {isEmpty ? (
        <PlotToCome
          height={PLOT_PX + PLOT_HEAD_PX}
          places={columns.length}
          ends={[columns[0]?.title ?? "", columns.at(-1)?.title ?? ""]}
        >
          <Text fw={600}>{t("overview.chart.none", { count: days })}</Text>
          <Text size="sm" c="dimmed" maw={420}>
            {t(`overview.toCome.${measure}`)}
          </Text>
        </PlotToCome>
      ) : (
        <Columns
          label={label}
          series={[{ name: title, color: COLORS[measure] ?? "var(--mantine-primary-color-filled)" }]}
          columns={columns}
          format={format}
          heads={{ column: t("overview.chart.day"), total: title }}
          height={PLOT_PX}
          isBare
        />
      )}
      <Line size="xs" of={[label, note]} />
    </Panel>
  );
}

/** The line above the plot that reads a column. */
const PLOT_HEAD_PX = 28;
