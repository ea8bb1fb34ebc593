import { Table, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageLanguage } from "../i18n/use-page-language";
import { type Entry, revenueFormats } from "./revenue-formats";
import { Line } from "./texts";

type Props = {
  entries: Entry[];
  /** What can be done about an entry. */
  action?: (entry: Entry) => ReactNode;
};

/** Entries of a publisher's ledger, newest first; in a narrow window the table scrolls inside its box, so sums come first. */
export function LedgerTable({ entries, action }: Props) {
  const { t } = useTranslation("revenue");
  const language = usePageLanguage();
  const { date } = formatsFor(language);
  const { sum } = revenueFormats(language);
  const title = t("revenue.entries.title");
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label={title} role="group">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("revenue.entries.day")}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t("revenue.entries.amount")}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t("revenue.entries.balance")}
            </Table.Th>
            <Table.Th scope="col">{t("revenue.entries.what")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={`${entry.currency}-${entry.seq}`}>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{date(entry.created_at)}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {sum(entry.amount, entry.currency)}
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {sum(entry.balance, entry.currency)}
              </Table.Td>
              <Table.Td>
                <What entry={entry} />
                {action?.(entry)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function What({ entry }: { entry: Entry }) {
  const { t } = useTranslation("revenue");
  const language = usePageLanguage();
  const { date } = formatsFor(language);
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
      <Text size="sm">{t(`revenue.kind.${entry.kind}`)}</Text>
      {about.length > 0 && <Line of={about} />}
    </>
  );
}
