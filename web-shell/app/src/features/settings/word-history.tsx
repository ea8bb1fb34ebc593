import { Table, Text } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import type { Answer } from "../../api/query";
import { useList } from "../../api/use-list";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { Section } from "../../ui/section";

type Entry = Answer<"/api/words">["entries"][number];

/** Why words came or went; a reason that this page does not know is of a newer server. */
const KNOWN = ["welcome", "plan", "renewal", "term-over"];
const nameOf = ({ kind, reason }: Entry) =>
  reason && KNOWN.includes(reason) ? `settings.billing.reason.${reason}` : `settings.billing.${kind}`;

/** Where words came from, or where all of them went: pages of the ledger, newest first. */
export function WordHistory({ kind }: { kind?: "grant" }) {
  const { t } = useTranslation("settings");
  const { data, pager } = useList("/api/words", { query: { kind } }, { name: kind ?? "entries", per: 10 });
  const title = t(kind ? "settings.billing.grants" : "settings.billing.history");
  if (!data) return <Loading h={200} radius="lg" />;
  return (
    <Section title={title}>
      {data.entries.length === 0 ? (
        <Text c="dimmed">{t("settings.billing.none")}</Text>
      ) : (
        <Entries title={title} entries={data.entries} />
      )}
      <Pager {...pager} size="sm" />
    </Section>
  );
}

function Entries({ title, entries }: { title: string; entries: Entry[] }) {
  const { t } = useTranslation("settings");
  const { number, dateTime } = useFormats();
  return (
    <Table aria-label={title} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("settings.billing.what")}</Table.Th>
          <Table.Th ta="right">{t("settings.billing.words")}</Table.Th>
          <Table.Th ta="right">{t("settings.billing.balance")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              {t(nameOf(entry))}
              <Text size="xs" c="dimmed">
                {dateTime(entry.created_at)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{number(entry.words)}</Table.Td>
            <Table.Td ta="right">{number(entry.balance)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
