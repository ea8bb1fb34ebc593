import { Group, Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import { type Answer, useApi } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure } from "../../ui/data-table";
import { Agreements, LedgerSection } from "../../ui/ledger-table";
import { Item, Rows } from "../../ui/list";
import { EmptyState, Loading, Notice, Section } from "../../ui/page";
import { revenueFormats, useRevenueFormats } from "../../ui/revenue-formats";
import { Dim, Line, Small, TextButton, TextLink } from "../../ui/texts";
import { PublisherFrame } from "./publisher-frame";

type Month = Answer<"/api/publisher/revenue/months">["data"][number];

/** The address of a month's statement as CSV. */
const statementOf = (month: string) => `/api/publisher/revenue/months/${month}/statement.csv`;

/** The earnings of a publisher's tools: the agreed share, balances, months and the ledger. */
export default function EarningsPage() {
  return (
    <PublisherFrame part="earnings">
      {({ role }) => (role === "owner" ? <Earnings /> : <OwnersOnly />)}
    </PublisherFrame>
  );
}

function Earnings() {
  return (
    <>
      <Share />
      <Balances />
      <Months />
      <Entries />
    </>
  );
}

function OwnersOnly() {
  const { t } = useTexts("revenue");
  return <EmptyState icon="shield" title={t("revenue.share.owners")} text={t("revenue.share.ownersText")} />;
}

function Share() {
  const { t, href } = useTexts("revenue");
  const { share } = useRevenueFormats();
  const { data } = useApi("/api/publisher/revenue", {});
  if (!data) return <Loading h={140} radius="lg" />;
  return (
    <Section title={t("revenue.share.title")}>
      <Text fw={600} size="lg">
        {data.agreements.length === 0
          ? t("revenue.share.none")
          : t("revenue.share.now", { share: share(data.share_bps) })}
      </Text>
      {data.agreements.length > 0 && (
        <ul className="partner-report">
          <Agreements agreements={data.agreements} />
        </ul>
      )}
      <Small>{t("revenue.share.how")}</Small>
      <Small>
        <TextLink to={href("docs", { "*": "plugins/earnings" })}>{t("revenue.share.docs")}</TextLink>
      </Small>
    </Section>
  );
}

function Balances() {
  const { t, href } = useTexts("revenue");
  const { sum } = useRevenueFormats();
  const { data } = useApi("/api/publisher/revenue", {});
  if (!data) return null;
  const waits = data.balances.some(({ balance }) => balance > 0) && !data.has_payout;
  return (
    <Section title={t("revenue.balance.title")}>
      <Group gap="xl" align="flex-start">
        {data.balances.map(({ currency, balance, minimum }) => (
          <Stack key={currency} gap={2}>
            <Text fw={600} size="xl">
              {sum(balance, currency)}
            </Text>
            <Dim>{t("revenue.balance.minimum", { sum: sum(minimum, currency) })}</Dim>
          </Stack>
        ))}
      </Group>
      <Small>{t("revenue.balance.text")}</Small>
      {waits && (
        <Notice role="status" variant="light" color="yellow" icon="alert">
          {t("revenue.balance.noDetails")}{" "}
          <TextLink to={href("publisherProfile")} c="inherit" inherit>
            {t("revenue.balance.giveDetails")}
          </TextLink>
        </Notice>
      )}
    </Section>
  );
}

function Entries() {
  return <LedgerSection list={useList("/api/publisher/revenue/entries", {}, { name: "entries" })} />;
}

/** Closed months, each with the revenue of its tools. */
function Months() {
  const { t } = useTexts("revenue");
  const list = useList("/api/publisher/revenue/months", {}, { name: "months" });
  return (
    <Section title={t("revenue.months.title")} lead={t("revenue.months.lead")}>
      <Rows list={list} none={t("revenue.months.none")} className="partner-rows">
        {(month) => <Row key={month.month} of={month} />}
      </Rows>
    </Section>
  );
}

function Row({ of }: { of: Month }) {
  const { t, language, number } = useTexts("revenue");
  const { month, sums } = revenueFormats(language);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = month(of.month);
  return (
    <Item
      title={name}
      more={
        <>
          <Small>{t("revenue.months.yours", { sums: sums(of.amount) })}</Small>
          <Line
            of={[
              t("revenue.months.runs", { count: of.runs, runs: number(of.runs) }),
              t("revenue.months.gross", { sums: sums(of.gross) }),
            ]}
          />
        </>
      }
    >
      <Group gap="xs">
        <TextButton
          label={t("revenue.months.byTool")}
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          name={t("revenue.months.byToolOf", { month: name })}
          onClick={() => setOpen(!isOpen)}
        />
        <TextButton
          label={t("revenue.months.statement")}
          file={statementOf(of.month)}
          size="xs"
          icon="download"
          name={t("revenue.months.statementOf", { month: name })}
        />
      </Group>
      <div id={id} style={{ flexBasis: "100%" }} hidden={!isOpen}>
        {isOpen && <Tools month={of.month} name={name} />}
      </div>
    </Item>
  );
}

function Tools({ month, name }: { month: string; name: string }) {
  const { t, number } = useTexts("revenue");
  const { share, sums } = useRevenueFormats();
  const { data } = useApi("/api/publisher/revenue/months/{month}", { path: { month } });
  if (!data) return <Loading h={80} />;
  const column = figure<NonNullable<typeof data>["tools"][number]>;
  return (
    <DataTable
      label={t("revenue.months.byToolOf", { month: name })}
      width={640}
      rows={data.tools}
      keyOf={({ tool }) => tool}
      columns={[
        { title: t("revenue.tools.tool"), isHead: true, cell: (tool) => tool.name },
        // In a narrow window the most important columns are visible without scrolling.
        column(t("revenue.tools.amount"), ({ amount }) => sums(amount)),
        column(t("revenue.tools.runs"), ({ runs }) => number(runs)),
        column(t("revenue.tools.accounts"), ({ accounts }) => number(accounts)),
        column(t("revenue.tools.gross"), ({ gross }) => sums(gross)),
        column(t("revenue.tools.share"), ({ share_bps }) => share(share_bps)),
      ]}
    />
  );
}
