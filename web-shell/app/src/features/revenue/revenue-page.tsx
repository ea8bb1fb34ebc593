import { Group, Select, Stack, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { PlotToCome } from "@sitewright/ui/plot-to-come";
import { useState } from "react";
import type { Answer } from "../../api/client";
import { PER_PAGE, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, type DataTableProps, figure } from "../../ui/data-table";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Item, Pager, type PagerProps } from "../../ui/list";
import { Loading, PageHead, Section } from "../../ui/page";
import { CURRENCIES, type Currency, useRevenueFormats } from "../../ui/revenue-formats";
import { saveFile } from "../../ui/save-file";
import { StateBadge } from "../../ui/state-badge";
import { Fine, Line, Small, TextButton } from "../../ui/texts";
import { ToCome } from "../../ui/to-come";
import { FRESH, type Payable, type RevenueMonth, revenueActions } from "./revenue";
import { ClosedMonth, CloseMonth } from "./revenue-closing";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** Revenue shares: the months to close, the payouts, and the balance of each publisher. */
export default function RevenuePage() {
  const { t } = useTexts("revenue");
  const books = useList("/api/admin/revenue/publishers", {}, { name: "publishers", ...FRESH });
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <PageHead title={t("revenue.page.title")} lead={t("revenue.page.lead")} />
      {/* What stands above the months depends on the publishers. */}
      {!books.data && <Loading h={480} radius="lg" />}
      {books.data?.total === 0 && <NoPublishers />}
      {books.data && <Months />}
      {books.data && books.data.total > 0 && (
        <>
          <Payables />
          <Books list={books} />
        </>
      )}
    </Stack>
  );
}

const MARKS = { counting: "plain", waiting: "plain", open: "warn", closed: "good" } as const;

function Months() {
  const { t } = useTexts("revenue");
  const { month, sums } = useRevenueFormats();
  const list = useList("/api/admin/revenue/months", {}, { name: "months", ...FRESH });
  return (
    <TableSection
      title={t("revenue.admin.months")}
      lead={t("revenue.admin.monthsLead")}
      none={t("revenue.admin.noMonths")}
      list={list}
      width={680}
      keyOf={({ month }) => month}
      columns={[
        { title: t("revenue.table.month"), isHead: true, cell: (of: RevenueMonth) => month(of.month) },
        {
          title: t("revenue.table.state"),
          isLong: true,
          cell: ({ state }) => (
            <>
              <StateBadge mark={MARKS[state]}>{t(`revenue.monthState.${state}`)}</StateBadge>
              {state !== "closed" && <Fine>{t(`revenue.monthText.${state}`)}</Fine>}
            </>
          ),
        },
        figure(t("revenue.table.revenue"), ({ revenue }: RevenueMonth) => (revenue ? sums(revenue) : "–")),
        figure(t("revenue.table.platform"), ({ platform }: RevenueMonth) =>
          platform ? sums(platform) : "–",
        ),
      ]}
      actions={(of) => <MonthActions of={of} />}
    />
  );
}

function MonthActions({ of: { month: id, state } }: { of: RevenueMonth }) {
  const { t } = useTexts("revenue");
  const { month } = useRevenueFormats();
  if (state === "open") {
    return (
      <DialogButton
        label={t("revenue.admin.close")}
        isMain
        size="compact-sm"
        name={t("revenue.admin.closeOne", { month: month(id) })}
      >
        {(close) => <CloseMonth month={id} onClose={close} />}
      </DialogButton>
    );
  }
  if (state !== "closed") return null;
  return (
    <DialogButton
      label={t("revenue.admin.see")}
      size="compact-sm"
      name={t("revenue.admin.seeOne", { month: month(id) })}
    >
      {(close) => <ClosedMonth month={id} onClose={close} />}
    </DialogButton>
  );
}

type BookAnswer = Answer<"/api/admin/revenue/publishers">;
type Book = BookAnswer["data"][number];
type BookList = { data: BookAnswer | undefined; pager: PagerProps };

function Books({ list }: { list: BookList }) {
  const { t, href } = useTexts("revenue");
  const { share, sum } = useRevenueFormats();
  const balance = ({ balances }: Book, currency: Currency) =>
    sum(balances.find((one) => one.currency === currency)?.balance ?? 0, currency);
  return (
    <TableSection
      title={t("revenue.admin.publishers")}
      lead={t("revenue.admin.publishersLead")}
      none={t("revenue.admin.noPublishers")}
      list={list}
      width={560}
      keyOf={({ id }) => id}
      to={({ id }) => href("adminRevenuePublisher", { publisher: id })}
      columns={[
        { title: t("revenue.table.publisher"), isHead: true, cell: ({ name }: Book) => name },
        { title: t("revenue.table.id"), cell: ({ id }) => id },
        figure(t("revenue.table.share"), ({ agreements, share_bps }: Book) =>
          agreements.length === 0 ? t("revenue.share.none") : share(share_bps),
        ),
        ...CURRENCIES.map((currency) =>
          figure(t("revenue.table.balance", { currency }), (book: Book) => balance(book, currency)),
        ),
      ]}
    />
  );
}

/** How revenue becomes a payout, while there is no publisher to share it with. */
function NoPublishers() {
  const { t, href } = useTexts("revenue");
  const station = (name: string, icon: IconName) => ({
    icon,
    name: t(`revenue.way.${name}`),
    text: t(`revenue.way.${name}Text`),
  });
  return (
    <ToCome
      title={t("revenue.admin.noPublishers")}
      text={t("revenue.admin.noPublishersText")}
      stations={[
        { ...station("publisher", "building"), isHere: true },
        station("month", "chart"),
        station("close", "lock"),
        station("payout", "money"),
      ]}
    >
      <TextButton
        label={t("revenue.admin.toPublishers")}
        icon="building"
        isMain
        to={href("adminPublishers")}
      />
    </ToCome>
  );
}

type TableSectionProps<Row> = Omit<DataTableProps<Row>, "label" | "rows"> & {
  title: string;
  lead: string;
  none: string;
  list: { data: { data: Row[]; total: number } | undefined; pager: PagerProps };
};

/** A list in a part of the page as a table. */
function TableSection<Row>({ title, lead, none, list, ...table }: TableSectionProps<Row>) {
  const { data, pager } = list;
  if (!data) return <Loading h={160} radius="lg" />;
  return (
    <Section title={title} lead={lead}>
      {data.total === 0 ? (
        <PlotToCome height={120} places={12}>
          <Small>{none}</Small>
        </PlotToCome>
      ) : (
        <DataTable label={title} rows={data.data} {...table} />
      )}
      <Pager {...pager} />
    </Section>
  );
}

/** The payouts. Payment details are shown on request, and the audit log records the request. */
function Payables() {
  const { t } = useTexts("revenue");
  const [currency, setCurrency] = useState<Currency>("PLN");
  const [shown, setShown] = useState<Payable | null>(null);
  const { message, busy, dialog, act } = useAction();
  const read = (action: () => Promise<void>) => act(action, undefined, at("/api/admin/audit-log"));
  const show = (page = 1) => read(async () => setShown(await revenueActions.payable(currency, page)));
  const download = () =>
    read(async () => saveFile(await revenueActions.table(currency), `payouts-${currency}.csv`));
  return (
    <Section title={t("revenue.payable.title")} lead={t("revenue.payable.lead")}>
      <Group align="flex-end" gap="sm">
        <Select
          label={t("revenue.form.currency")}
          allowDeselect={false}
          w={120}
          data={CURRENCIES}
          value={currency}
          onChange={(next) => {
            setCurrency((next as Currency) ?? currency);
            setShown(null);
          }}
        />
        <TextButton label={t("revenue.payable.show")} loading={busy} onClick={() => show()} />
        <TextButton label={t("revenue.payable.table")} icon="download" onClick={download} />
      </Group>
      <FormAlert>{message}</FormAlert>
      <div aria-live="polite">
        {shown?.total === 0 && <Text c="dimmed">{t("revenue.payable.none")}</Text>}
        {shown && shown.data.length > 0 && (
          <ul className="admin-versions">
            {shown.data.map((one) => (
              <Row key={one.publisher} of={one} />
            ))}
          </ul>
        )}
      </div>
      {shown && <Pager page={shown.page} total={shown.total} per={PER_PAGE} onPage={show} />}
      {dialog}
    </Section>
  );
}

function Row({ of }: { of: Payable["data"][number] }) {
  const { t, href } = useTexts("revenue");
  const { sum } = useRevenueFormats();
  return (
    <Item
      title={of.name}
      to={href("adminRevenuePublisher", { publisher: of.publisher })}
      more={
        <>
          <Small>{[of.legal_name, of.address].join(", ")}</Small>
          <Line of={[t("revenue.payable.taxId", { id: of.tax_id }), of.account]} />
        </>
      }
    >
      <Text fw={600}>{sum(of.balance, of.currency)}</Text>
    </Item>
  );
}
