import type { ReactNode } from "react";
import { useTexts } from "../i18n/use-texts";
import { DataTable } from "./data-table";
import { type Entry, revenueFormats } from "./revenue-formats";
import { Line, Small } from "./texts";

type Props = {
  entries: Entry[];
  /** The actions of an entry. */
  action?: (entry: Entry) => ReactNode;
};

/** Entries of a publisher's ledger, newest first; in a narrow window the table scrolls, so amounts come first. */
export function LedgerTable({ entries, action }: Props) {
  const { t, language, date } = useTexts("revenue");
  const { sum } = revenueFormats(language);
  const money = (name: "amount" | "balance") => ({
    title: t(`revenue.entries.${name}`),
    isNumber: true,
    cell: (entry: Entry) => sum(entry[name], entry.currency),
  });
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
