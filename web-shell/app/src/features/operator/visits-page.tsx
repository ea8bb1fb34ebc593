import { Card, SegmentedControl, SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { useDeferredValue } from "react";
import { useApi } from "../../api/client";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { type Column, DataTable, figure } from "../../ui/data-table";
import { Loading, Panel } from "../../ui/page";
import { Dim, Fine } from "../../ui/texts";
import type { Visits } from "./operator";
import { OperatorFrame } from "./operator-frame";

const PERIODS = ["7", "30", "90"] as const;
const MEASURES = ["views", "visitors", "sign_ups"] as const;
const PLOT_PX = 180;
/** The line above the plot that reads a column. */
const PLOT_HEAD_PX = 28;

type Measure = (typeof MEASURES)[number];

/** Who comes to the public site: by day, page and source. */
export default function VisitsPage() {
  const { t } = useTexts("operator");
  const { get, set } = useListFilter("visits");
  const days = PERIODS.find((period) => period === get("days")) ?? "30";
  const { data } = useApi("/api/admin/visits", { query: { days: Number(days) } }, { staleTime: 0 });
  return (
    <OperatorFrame part="visits" width={1200}>
      <SegmentedControl
        aria-label={t("operator.visits.period")}
        style={{ alignSelf: "flex-start" }}
        value={days}
        onChange={(next) => set("days", next === "30" ? "" : next)}
        data={PERIODS.map((value) => ({ value, label: t("operator.visits.days", { count: Number(value) }) }))}
      />
      {data ? <Report visits={data} days={Number(days)} /> : <Loading h={420} radius="lg" />}
    </OperatorFrame>
  );
}

function Report({ visits, days }: { visits: Visits; days: number }) {
  const { t } = useTexts("operator");
  return (
    <>
      <Course visits={visits} days={days} />
      {visits.pages.length > 0 && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Places
            title={t("operator.visits.pages")}
            name={t("operator.visits.page")}
            rows={visits.pages}
            of="path"
          />
          <Places
            title={t("operator.visits.sources")}
            name={t("operator.visits.source")}
            rows={visits.sources}
            of="source"
          />
        </SimpleGrid>
      )}
      <Fine>{t("operator.visits.how")}</Fine>
    </>
  );
}

const totalOf = (visits: Visits, measure: Measure) =>
  visits.days.reduce((total, day) => total + day[measure], 0);

/** Three figures to compare; the chosen one is drawn by day. */
function Course({ visits, days }: { visits: Visits; days: number }) {
  const { t, number } = useTexts("operator");
  const { get, set } = useListFilter("visits");
  const chosen = MEASURES.find((measure) => measure === get("figure")) ?? "views";
  const drawn = useDeferredValue(chosen);
  return (
    <Card withBorder padding={0}>
      <fieldset className="operator-tiles" aria-label={t("operator.visits.figures")}>
        {MEASURES.map((measure) => (
          <UnstyledButton
            key={measure}
            className="operator-tile"
            aria-pressed={measure === chosen}
            onClick={() => set("figure", measure === "views" ? "" : measure)}
          >
            <span className="operator-tile-label">{t(`operator.visits.measure.${measure}`)}</span>
            <span className="operator-tile-value" data-none={totalOf(visits, measure) === 0 || undefined}>
              {number(totalOf(visits, measure))}
            </span>
          </UnstyledButton>
        ))}
      </fieldset>
      <Chart visits={visits} measure={drawn} days={days} />
    </Card>
  );
}

function Chart({ visits, measure, days }: { visits: Visits; measure: Measure; days: number }) {
  const { t, language, number } = useTexts("operator");
  // The days are in UTC.
  const when = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const title = t(`operator.visits.measure.${measure}`);
  const columns = visits.days.map((day) => ({
    key: day.day,
    title: when.format(new Date(day.day)),
    values: [day[measure]],
  }));
  const isEmpty = totalOf(visits, measure) === 0;
  return (
    <Panel title={title} p="lg">
      {isEmpty ? (
        <PlotToCome
          height={PLOT_PX + PLOT_HEAD_PX}
          places={columns.length}
          ends={[columns[0]?.title ?? "", columns.at(-1)?.title ?? ""]}
        >
          <Text fw={600}>{t(`operator.visits.none.${measure}`, { count: days })}</Text>
          <Dim maw={420}>{t(`operator.visits.noneText.${measure}`)}</Dim>
        </PlotToCome>
      ) : (
        <Columns
          label={t("operator.visits.chart", { figure: title, count: days })}
          series={[{ name: title, color: "var(--mantine-primary-color-filled)" }]}
          columns={columns}
          format={number}
          heads={{ column: t("operator.visits.day"), total: title }}
          height={PLOT_PX}
          isBare
        />
      )}
    </Panel>
  );
}

type Place = Pick<Visits["pages"][number], Measure>;
type PlacesProps<Row> = { title: string; name: string; rows: Row[]; of: keyof Row & string };

/** The pages or the sources of visits, those with the most views first. */
function Places<Row extends Place>({ title, name, rows, of }: PlacesProps<Row>) {
  const { t, number } = useTexts("operator");
  const nameOf = (row: Row) => String(row[of]);
  const columns: Column<Row>[] = [
    {
      title: name,
      isHead: true,
      isLong: true,
      cell: (row) => nameOf(row) || t("operator.visits.direct"),
    },
    ...MEASURES.map((measure) =>
      figure<Row>(t(`operator.visits.measure.${measure}`), (row) => number(row[measure])),
    ),
  ];
  return (
    <Panel title={title}>
      <Card withBorder padding={0}>
        <DataTable label={title} width={420} columns={columns} rows={rows} keyOf={nameOf} />
      </Card>
    </Panel>
  );
}
