import { Alert, Group, Stack, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/query";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { EmptyState } from "../../ui/empty-state";
import { LedgerTable } from "../../ui/ledger-table";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { useRevenueFormats } from "../../ui/revenue-formats";
import { Section } from "../../ui/section";
import { Dim, TextLink } from "../../ui/texts";
import { Months } from "./earnings-months";
import { PublisherFrame } from "./publisher-frame";

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
