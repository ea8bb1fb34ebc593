import { Card, Text } from "@mantine/core";
import { BarList } from "@sitewright/ui/chart";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { Stat, Stats } from "@sitewright/ui/stat";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure } from "../../ui/data-table";
import { Panel, Section } from "../../ui/page";
import { useRevenueFormats } from "../../ui/revenue-formats";
import { Dim, TextLink } from "../../ui/texts";
import type { Overview } from "./overview";

type Money = Overview["money"];

/** Paid plans by list prices, what is owed to publishers, and the months whose revenue was shared. */
export function MoneySection({ money }: { money: Money }) {
  const { t, href, number } = useTexts("overview");
  const { sum, sums } = useRevenueFormats();
  const usd = money.plans.reduce((all, plan) => all + plan.monthly_usd, 0);
  const pln = money.plans.reduce((all, plan) => all + plan.monthly_pln, 0);
  const paying = money.plans.reduce((all, plan) => all + (plan.monthly_usd > 0 ? plan.accounts : 0), 0);
  return (
    <Panel title={t("overview.money.title")}>
      <Stats label={t("overview.money.sums")}>
        <Stat
          label={t("overview.money.monthly")}
          value={t("overview.money.either", { usd: sum(usd, "USD"), pln: sum(pln, "PLN") })}
          note={t("overview.money.monthlyNote")}
        />
        <Stat label={t("overview.money.paying")} value={number(paying)} />
        <Stat
          label={t("overview.money.owed")}
          value={sums({ usd: money.owed_usd, pln: money.owed_pln })}
          note={
            <TextLink to={href("adminRevenue")} size="xs">
              {t("overview.link.revenue")}
            </TextLink>
          }
        />
      </Stats>
      <Months months={money.months} />
    </Panel>
  );
}

/** How many accounts have each plan, as shares of all accounts. */
export function PlansPanel({ plans }: Pick<Money, "plans">) {
  const { t, number } = useTexts("overview");
  return (
    <Panel title={t("overview.money.plans")}>
      <BarList
        label={t("overview.money.plans")}
        items={plans.map(({ id, name, accounts }) => ({ key: String(id), name, value: accounts }))}
        whole={plans.reduce((sum, { accounts }) => sum + accounts, 0)}
        format={number}
      />
    </Panel>
  );
}

function Months({ months }: { months: Money["months"] }) {
  const { t } = useTexts("overview");
  const { month, sums } = useRevenueFormats();
  const label = t("overview.money.months");
  if (months.length === 0) {
    return (
      <Section title={label}>
        <PlotToCome height={120} places={12}>
          <Text fw={600}>{t("overview.money.noMonths")}</Text>
          <Dim maw={360}>{t("overview.money.noMonthsText")}</Dim>
        </PlotToCome>
      </Section>
    );
  }
  return (
    <Card withBorder padding={0}>
      <DataTable
        label={label}
        width={420}
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { title: label, isHead: true, cell: (one) => month(one.month) },
          figure(t("overview.money.revenue"), ({ usd, pln }: Money["months"][number]) => sums({ usd, pln })),
          figure(t("overview.money.kept"), ({ platform_usd, platform_pln }: Money["months"][number]) =>
            sums({ usd: platform_usd, pln: platform_pln }),
          ),
        ]}
      />
    </Card>
  );
}
