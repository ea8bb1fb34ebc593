import { Group, Table, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Answer, useApi } from "../../api/query";
import { useList } from "../../api/use-list";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Loading } from "../../ui/loading";
import { revenueFormats } from "../../ui/revenue-formats";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Line, TextButton } from "../../ui/texts";

type Month = Answer<"/api/publisher/revenue/months">["data"][number];

/** Where the statement of a month can be had as a table. */
const statementOf = (month: string) => `/api/publisher/revenue/months/${month}/statement.csv`;

/** Closed months, each with what its tools brought. */
export function Months() {
  const { t } = useTranslation("revenue");
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
  const { t } = useTranslation("revenue");
  const language = usePageLanguage();
  const { number } = formatsFor(language);
  const { month, sums } = revenueFormats(language);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = month(of.month);
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{t("revenue.months.yours", { sums: sums(of.amount) })}</Text>
        <Line
          of={[
            t("revenue.months.runs", { count: of.runs, runs: number(of.runs) }),
            t("revenue.months.gross", { sums: sums(of.gross) }),
          ]}
        />
      </div>
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
    </li>
  );
}

function Tools({ month, name }: { month: string; name: string }) {
  const { t } = useTranslation("revenue");
  const language = usePageLanguage();
  const { number } = formatsFor(language);
  const { share, sums } = revenueFormats(language);
  const { data } = useApi("/api/publisher/revenue/months/{month}", { path: { month } });
  if (!data) return <Loading h={80} />;
  const title = t("revenue.months.byToolOf", { month: name });
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={title} role="group">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("revenue.tools.tool")}</Table.Th>
            {/* What matters most is seen without scrolling in a narrow window. */}
            {(["amount", "runs", "accounts", "gross", "share"] as const).map((column) => (
              <Table.Th key={column} scope="col" ta="right">
                {t(`revenue.tools.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.tools.map((tool) => (
            <Table.Tr key={tool.tool}>
              <Table.Th scope="row" fw={400}>
                {tool.name}
              </Table.Th>
              <Table.Td ta="right">{sums(tool.amount)}</Table.Td>
              <Table.Td ta="right">{number(tool.runs)}</Table.Td>
              <Table.Td ta="right">{number(tool.accounts)}</Table.Td>
              <Table.Td ta="right">{sums(tool.gross)}</Table.Td>
              <Table.Td ta="right">{share(tool.share_bps)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
