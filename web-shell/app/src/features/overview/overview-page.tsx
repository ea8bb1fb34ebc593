import { SegmentedControl, SimpleGrid, Stack } from "@mantine/core";
import { FigureCard } from "../../admin/figure-card";
import { useApi } from "../../api/client";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Loading, PageHead } from "../../ui/page";
import { AttentionList } from "./attention-list";

import { MoneySection } from "./money-section";
import { type Figures, type Overview, PERIODS } from "./overview";
import "./overview.css";
import { usdOf } from "../../ui/usd";

/** How the server is doing: figures by day, money, and what waits for an administrator. */
export default function OverviewPage() {
  const { t } = useTexts("overview");
  const { get, set } = useListFilter("overview");
  const days = PERIODS.find((period) => period === get("days")) ?? "30";
  const { data } = useApi("/api/admin/overview", { query: { days } }, { staleTime: 0 });
  return (
    <Stack gap="lg" maw={1320} mx="auto">
      <PageHead title={t("overview.page.title")} lead={t("overview.page.lead")}>
        <SegmentedControl
          aria-label={t("overview.page.period")}
          value={days}
          onChange={(next) => set("days", next === "30" ? "" : next)}
          data={PERIODS.map((value) => ({
            value,
            label: t("overview.page.days", { count: Number(value) }),
          }))}
        />
      </PageHead>
      {data ? <Whole overview={data} days={Number(days)} /> : <Waiting />}
    </Stack>
  );
}

/** Reserves the space of the figures. */
const Waiting = () => (
  <>
    <Loading h={96} radius="lg" />
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Loading key={place} h={252} radius="lg" />
      ))}
    </SimpleGrid>
  </>
);

type Measure = keyof Figures;

function Whole({ overview, days }: { overview: Overview; days: number }) {
  const { t, href, language, number } = useTexts("overview");
  const { now } = overview;
  const usd = usdOf(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format;
  const card = (
    measure: Measure,
    to: string,
    look?: { color?: string; format?: typeof usd; note?: string },
  ) => (
    <FigureCard
      title={t(`overview.figure.${measure}`)}
      to={to}
      link={t(`overview.link.${measure}`)}
      now={now[measure]}
      before={overview.before[measure]}
      days={days}
      columns={overview.days.map((day) => ({ day: day.day, value: day[measure] }))}
      format={look?.format ?? number}
      {...look}
    />
  );
  const failed =
    now.runs > 0
      ? t("overview.note.ofRuns", { share: percent(now.failed / now.runs), runs: number(now.runs) })
      : "";
  const total = t("overview.note.accounts", { count: overview.accounts, number: number(overview.accounts) });
  return (
    <>
      <AttentionList attention={overview.attention} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {card("sign_ups", href("adminUsers"), { note: total })}
        {card("active", `${href("adminUsers")}?sort=-runs`)}
        {card("words", `${href("adminUsers")}?sort=-words`)}
        {card("cost_usd", href("adminModels"), { format: usd, color: "var(--sw-action)" })}
        {card("failed", `${href("adminPlugins")}?sort=-failed`, {
          color: "var(--mantine-color-error)",
          note: failed,
        })}
        {card("paid", href("adminProducts"))}
      </SimpleGrid>
      <MoneySection money={overview.money} />
    </>
  );
}
