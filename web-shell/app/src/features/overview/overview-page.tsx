import { SegmentedControl, Stack } from "@mantine/core";
import { useApi } from "../../api/client";
import { useListFilter } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { Loading, PageHead } from "../../ui/page";
import { AttentionList } from "./attention-list";
import { BrowserPanel } from "./browser-panel";
import { FiguresPanel } from "./figures-panel";
import { MoneySection, PlansPanel } from "./money-section";
import { type Overview, PERIODS } from "./overview";
import "./overview.css";

/** How the server is doing: figures by day, money, and what waits for an administrator. */
export default function OverviewPage() {
  const { t } = useTexts("overview");
  const { get, set } = useListFilter("overview");
  const days = PERIODS.find((period) => period === get("days")) ?? "30";
  const { data } = useApi("/api/admin/overview", { query: { days } }, { staleTime: 0 });
  const models = useApi("/api/admin/models", {}, { staleTime: 0, throwOnError: false, quiet: true });
  return (
    <Stack gap="xl" maw={1320} mx="auto">
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
      {data && !models.isPending ? (
        <Whole overview={data} days={Number(days)} hasModel={models.data?.connected ?? true} />
      ) : (
        <Waiting />
      )}
    </Stack>
  );
}

/** Reserves the space of the figures. */
const Waiting = () => (
  <div className="overview">
    <Loading h={440} radius="lg" className="overview-side" />
    <Loading h={560} radius="lg" />
  </div>
);

type WholeProps = { overview: Overview; days: number; hasModel: boolean };

function Whole({ overview, days, hasModel }: WholeProps) {
  return (
    <>
      <div className="overview">
        <div className="overview-side">
          <AttentionList attention={overview.attention} hasModel={hasModel} />
          <BrowserPanel />
          <PlansPanel plans={overview.money.plans} />
        </div>
        <FiguresPanel overview={overview} days={days} />
      </div>
      <MoneySection money={overview.money} />
    </>
  );
}
