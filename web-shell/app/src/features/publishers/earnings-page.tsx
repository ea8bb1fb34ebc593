import { Alert, Group, Stack, Table, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Answer, useApi } from "../../api/query";
import { useList } from "../../api/use-list";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { EmptyState } from "../../ui/empty-state";
import { LedgerTable } from "../../ui/ledger-table";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { revenueFormats, useRevenueFormats } from "../../ui/revenue-formats";
import { Rows } from "../../ui/rows";
import { Section } from "../../ui/section";
import { Dim, Line, TextButton, TextLink } from "../../ui/texts";
import { PublisherFrame } from "./publisher-frame";

type Month = Answer<"/api/publisher/revenue/months">["data"][number];

/** Where the statement of a month can be had as a table. */
const statementOf = (month: string) => `/api/publisher/revenue/months/${month}/statement.csv`;

/** What a publisher's tools brought: the agreed share, balances, months and the ledger. */
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
  const { t } = useTranslation("revenue");
  return <EmptyState icon="shield" title={t("revenue.share.owners")} text={t("revenue.share.ownersText")} />;
}

function Share() {
  const { t } = useTranslation("revenue");
  const href = useHref();
  const { share, month } = useRevenueFormats();
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
          {data.agreements.map(({ share_bps, from, created_at }) => (
            <li key={created_at}>
              {t("revenue.share.from", { share: share(share_bps), month: month(from) })}
            </li>
          ))}
        </ul>
      )}
      <Text size="sm">{t("revenue.share.how")}</Text>
      <Text size="sm">
        <TextLink to={href("docs", { "*": "plugins/earnings" })}>{t("revenue.share.docs")}</TextLink>
      </Text>
    </Section>
  );
}

function Balances() {
  const { t } = useTranslation("revenue");
  const href = useHref();
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
      <Text size="sm">{t("revenue.balance.text")}</Text>
      {waits && (
        <Alert
          role="status"
          variant="light"
          color="yellow"
          c="var(--mantine-color-text)"
          icon={<Icon name="alert" />}
        >
          {t("revenue.balance.noDetails")}{" "}
          <TextLink to={href("publisherProfile")} c="inherit" inherit>
            {t("revenue.balance.giveDetails")}
          </TextLink>
        </Alert>
      )}
    </Section>
  );
}

function Entries() {
  const { t } = useTranslation("revenue");
  const { data, pager } = useList("/api/publisher/revenue/entries", {}, { name: "entries" });
  if (!data) return <Loading h={160} radius="lg" />;
  return (
    <Section title={t("revenue.entries.title")} lead={t("revenue.entries.lead")}>
      {data.total === 0 ? (
        <Text c="dimmed">{t("revenue.entries.none")}</Text>
      ) : (
        <LedgerTable entries={data.data} />
      )}
      <Pager {...pager} />
    </Section>
  );
}

/** Closed months, each with what its tools brought. */
function Months() {
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
