import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../i18n/use-texts";
import { DataTable, figure } from "./data-table";
import { Pager, type PagerProps } from "./list";
import { Loading, Section } from "./page";
import { type Entry, revenueFormats, useRevenueFormats } from "./revenue-formats";
import { Line, Small } from "./texts";

type SectionProps = {
  list: { data: { data: Entry[]; total: number } | undefined; pager: PagerProps };
  action?: Props["action"];
  children?: ReactNode;
};

/** A page of the entries of a publisher's ledger. */
export function LedgerSection({ list: { data, pager }, action, children }: SectionProps) {
  const { t } = useTexts("revenue");
  if (!data) return <Loading h={160} radius="lg" />;
  return (
    <Section title={t("revenue.entries.title")} lead={t("revenue.entries.lead")}>
      {data.total === 0 ? (
        <Text c="dimmed">{t("revenue.entries.none")}</Text>
      ) : (
        <LedgerTable entries={data.data} action={action} />
      )}
      <Pager {...pager} />
      {children}
    </Section>
  );
}

/** The agreed shares, each with the month from which it applies. */
export function Agreements({ agreements }: { agreements: Agreement[] }) {
  const { t } = useTexts("revenue");
  const { share, month } = useRevenueFormats();
  return agreements.map(({ share_bps, from, created_at }) => (
    <li key={created_at}>{t("revenue.share.from", { share: share(share_bps), month: month(from) })}</li>
  ));
}

type Agreement = { share_bps: number; from: string; created_at: string };

type Props = {
  entries: Entry[];
  /** The actions of an entry. */
  action?: ((entry: Entry) => ReactNode) | undefined;
};

/** Entries of a publisher's ledger, newest first; in a narrow window the table scrolls, so amounts come first. */
function LedgerTable({ entries, action }: Props) {
  const { t, language, date } = useTexts("revenue");
  const { sum } = revenueFormats(language);
  const money = (name: "amount" | "balance") =>
    figure(t(`revenue.entries.${name}`), (entry: Entry) => sum(entry[name], entry.currency));
  const day = ({ created_at }: Entry) => <span style={{ whiteSpace: "nowrap" }}>{date(created_at)}</span>;
  const what = (entry: Entry) => (
    <>
      <What entry={entry} />
      {action?.(entry)}
    </>
  );
  return (
    <DataTable
      label={t("revenue.entries.title")}
      width={560}
      rows={entries}
      keyOf={({ currency, seq }) => `${currency}-${seq}`}
      columns={[
        { title: t("revenue.entries.day"), cell: day },
        money("amount"),
        money("balance"),
        { title: t("revenue.entries.what"), cell: what },
      ]}
    />
  );
}

function What({ entry }: { entry: Entry }) {
  const { t, language, date } = useTexts("revenue");
  const { month } = revenueFormats(language);
  const about = [
    entry.month && month(entry.month),
    entry.reference && t("revenue.entries.reference", { reference: entry.reference }),
    entry.paid_on && date(entry.paid_on),
    entry.reason,
    entry.returned && t("revenue.entries.returned"),
  ].filter(Boolean);
  return (
    <>
      <Small>{t(`revenue.kind.${entry.kind}`)}</Small>
      {about.length > 0 && <Line of={about} />}
    </>
  );
}
