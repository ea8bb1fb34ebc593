import { Group, Text, TextInput } from "@mantine/core";
import { Columns } from "@sitewright/ui/chart";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { useState } from "react";
import { useApi } from "../../api/client";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DataTable, figure } from "../../ui/data-table";
import { Loading, Section } from "../../ui/page";
import { Dim, Line, TextLink } from "../../ui/texts";
import { dollars } from "./models";
import {
  type Bar,
  barsOf,
  MEASURES,
  type Measure,
  PARTS,
  type Part,
  type Usage,
  type UsagePart,
  type UsageSums,
  wholeDay,
} from "./usage";

/** The calls of a period: a chart over time, and tables by tool, plan, account and model. */
export function UsageReport() {
  const { t } = useTexts("models");
  const { get, set } = useListFilter("usage");
  const [measure, setMeasure] = useState<Measure>("cost_usd");
  const query = { from: wholeDay(get("from")), to: wholeDay(get("to")) };
  const { data } = useApi("/api/admin/models/usage", { query }, { staleTime: 0 });
  const day = (name: "from" | "to") => (
    <TextInput
      type="date"
      w={{ base: "100%", xs: 150 }}
      label={t(`models.usage.${name}`)}
      value={get(name) || (data?.[name] ?? "")}
      onChange={(event) => set(name, event.currentTarget.value, true)}
    />
  );
  return (
    <Section title={t("models.usage.title")} lead={t("models.usage.lead")}>
      <Group gap="sm" align="flex-end">
        {day("from")}
        {day("to")}
        <Choice
          w={{ base: "100%", xs: 150 }}
          label={t("models.usage.measure")}
          values={MEASURES}
          text={(one) => t(`models.usage.measures.${one}`)}
          value={measure}
          onChange={(next) => setMeasure(MEASURES.find((one) => one === next) ?? measure)}
        />
      </Group>
      {!data && <Loading h={240} />}
      {data && <Report usage={data} measure={measure} />}
    </Section>
  );
}

/** Formats of the report. Its days are in UTC. */
function useUsageFormats() {
  const { language, number } = useTexts("models");
  const money = dollars(language);
  const options = (at: string) =>
    at.length > 7
      ? ({ dateStyle: "medium", timeZone: "UTC" } as const)
      : ({ month: "long", year: "numeric", timeZone: "UTC" } as const);
  return {
    number,
    money,
    value: (value: number, measure: Measure) => (measure === "cost_usd" ? money(value) : number(value)),
    when: (at: string) => new Intl.DateTimeFormat(language, options(at)).format(new Date(at)),
  };
}

function Report({ usage, measure }: { usage: Usage; measure: Measure }) {
  const { t } = useTexts("models");
  const { number, money, when } = useUsageFormats();
  const { total, days } = usage;
  if (total.calls === 0) {
    return (
      <PlotToCome ends={[when(usage.from), when(usage.to)]}>
        <Text fw={600} role="status">
          {t("models.usage.none")}
        </Text>
        <Dim maw={400}>{t("models.usage.noneText")}</Dim>
      </PlotToCome>
    );
  }
  return (
    <>
      <div role="status">
        <Text fw={600}>
          {t("models.usage.total", {
            count: total.calls,
            number: number(total.calls),
            cost: money(total.cost_usd),
          })}
        </Text>
        <Line
          of={[
            t("models.usage.tokens", {
              input: number(total.input_tokens),
              output: number(total.output_tokens),
            }),
            total.failures > 0 && t("models.usage.failed", { calls: number(total.failures) }),
            total.estimated > 0 && t("models.usage.estimated", { calls: number(total.estimated) }),
          ]}
        />
      </div>
      <Chart bars={barsOf(usage, measure)} measure={measure} />
      <details className="models-days">
        <summary>{t("models.usage.asTable")}</summary>
        <Figures
          label={t("models.usage.byDay")}
          head={t("models.usage.day")}
          rows={days}
          keyOf={({ day }) => day}
          name={({ day }) => when(day)}
        />
      </details>
      <Parts usage={usage} measure={measure} />
    </>
  );
}

function Chart({ bars, measure }: { bars: Bar[]; measure: Measure }) {
  const { t } = useTexts("models");
  const { value, when } = useUsageFormats();
  const highest = bars.reduce((most, bar) => (most && most.value >= bar.value ? most : bar), bars[0]);
  if (!highest) return null;
  if (highest.value === 0) return <Dim>{t(`models.usage.zero.${measure}`)}</Dim>;
  const name = t(`models.usage.measures.${measure}`);
  return (
    <Columns
      label={t("models.usage.chart", {
        measure: name,
        from: when(bars[0]?.at ?? ""),
        to: when(bars.at(-1)?.at ?? ""),
        most: value(highest.value, measure),
        when: when(highest.at),
      })}
      series={[{ name, color: "var(--mantine-primary-color-filled)" }]}
      columns={bars.map(({ at, value }) => ({ key: at, title: when(at), values: [value] }))}
      format={(sum) => value(sum, measure)}
      heads={{
        column: t(highest.at.length > "2026-01".length ? "models.usage.day" : "models.usage.month"),
        total: name,
      }}
      isBare
    />
  );
}

function Parts({ usage, measure }: { usage: Usage; measure: Measure }) {
  const { t, href } = useTexts("models");
  const [part, setPart] = useState<Part>("tools");
  const rows = usage[part];
  const most = Math.max(...rows.map((row) => row[measure]), 0);
  const name = (row: UsagePart) => {
    if (row.id === "") return t(part === "accounts" ? "models.usage.gone" : "models.usage.tests");
    if (part === "models" && row.id === "own") return t("models.usage.own");
    if (part !== "accounts" || row.name === null) return row.name ?? row.id;
    return <TextLink to={href("adminUser", { user: row.id })}>{row.name}</TextLink>;
  };
  return (
    <>
      <Choice
        w={{ base: "100%", xs: 220 }}
        label={t("models.usage.part")}
        values={PARTS}
        text={(one) => t(`models.usage.parts.${one}`)}
        value={part}
        onChange={(next) => setPart(PARTS.find((one) => one === next) ?? part)}
      />
      <Figures
        label={t(`models.usage.parts.${part}`)}
        head={t(`models.usage.one.${part}`)}
        rows={rows}
        keyOf={({ id }) => id}
        name={(row) => (
          <>
            {name(row)}
            <span
              className="models-share"
              style={{ width: `${most > 0 ? (row[measure] / most) * 100 : 0}%` }}
              aria-hidden
            />
          </>
        )}
      />
      {rows.length === MOST_ROWS && <Dim>{t("models.usage.first", { count: MOST_ROWS })}</Dim>}
    </>
  );
}

/** Entries of a list of the report, as the server limits them. */
const MOST_ROWS = 20;

type FiguresProps<Row> = {
  label: string;
  head: string;
  rows: Row[];
  keyOf: (row: Row) => string;
  name: (row: Row) => React.ReactNode;
};

function Figures<Row extends UsageSums>({ label, head, rows, keyOf, name }: FiguresProps<Row>) {
  const { t } = useTexts("models");
  const { number, money } = useUsageFormats();
  const of = (key: "calls" | "failures" | "words" | "input_tokens" | "output_tokens") =>
    figure(t(`models.usage.columns.${key}`), (row: Row) => number(row[key]));
  return (
    <DataTable
      label={label}
      width={720}
      rows={rows}
      keyOf={keyOf}
      columns={[
        { title: head, isHead: true, cell: name },
        // In a narrow window the cost is visible without scrolling.
        figure(t("models.usage.columns.cost_usd"), (row: Row) => money(row.cost_usd)),
        of("calls"),
        of("failures"),
        of("words"),
        of("input_tokens"),
        of("output_tokens"),
        figure(t("models.usage.columns.average_ms"), (row: Row) =>
          t("models.usage.seconds", { seconds: number(Math.round(row.average_ms / 100) / 10) }),
        ),
      ]}
    />
  );
}
