import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useLoaded } from "../../api/query";
import { useList } from "../../api/use-list";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { LedgerTable } from "../../ui/ledger-table";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Pager } from "../../ui/pager";
import { type Entry, useRevenueFormats } from "../../ui/revenue-formats";
import { Section } from "../../ui/section";
import { Dim, TextButton } from "../../ui/texts";
import { type Book, bookQuery, FRESH } from "./revenue";
import { AdjustForm, AgreeForm, PayForm, ReturnForm } from "./revenue-dialogs";

/** One publisher's share, balances and ledger. */
export default function RevenuePublisherPage() {
  const { t } = useTranslation("revenue");
  const { publisher = "" } = useParams();
  const href = useHref();
  const book = useLoaded(bookQuery(publisher));
  return (
    <Stack gap="lg" maw={1000} mx="auto">
      <PageTitle>{`${book.name} – ${t("revenue.page.title")}`}</PageTitle>
      <BackLink to={href("adminRevenue")}>{t("revenue.page.title")}</BackLink>
      <Box style={{ overflowWrap: "anywhere" }}>
        <Title order={1}>{book.name}</Title>
        <Text c="dimmed" mt={4}>
          {book.id}
        </Text>
      </Box>
      <Share book={book} />
      <Balances book={book} />
      <Entries book={book} />
    </Stack>
  );
}

function Share({ book }: { book: Book }) {
  const { t } = useTranslation("revenue");
  const { share, month } = useRevenueFormats();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={t("revenue.agree.section")} lead={t("revenue.agree.lead")}>
      {book.agreements.length === 0 ? (
        <Text>{t("revenue.share.none")}</Text>
      ) : (
        <Box component="ul" m={0} pl="lg">
          {book.agreements.map(({ share_bps, from, created_at }) => (
            <li key={created_at}>
              {t("revenue.share.from", { share: share(share_bps), month: month(from) })}
            </li>
          ))}
        </Box>
      )}
      <Group>
        <TextButton label={t("revenue.agree.open")} onClick={() => setAsked(true)} />
      </Group>
      {isAsked && <AgreeForm book={book} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function Balances({ book }: { book: Book }) {
  const { t } = useTranslation("revenue");
  const { sum } = useRevenueFormats();
  const [asked, setAsked] = useState<"adjust" | "pay" | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title={t("revenue.admin.balances")}>
      <Group gap="xl">
        {book.balances.map(({ currency, balance }) => (
          <Text key={currency} fw={600} size="xl">
            {sum(balance, currency)}
          </Text>
        ))}
      </Group>
      {!book.has_payout && <Dim>{t("revenue.admin.noDetails")}</Dim>}
      <Group gap="sm">
        <TextButton label={t("revenue.pay.open")} onClick={() => setAsked("pay")} />
        <TextButton label={t("revenue.adjust.open")} onClick={() => setAsked("adjust")} />
      </Group>
      {asked === "adjust" && <AdjustForm book={book} onClose={close} />}
      {asked === "pay" && <PayForm book={book} onClose={close} />}
    </Section>
  );
}

function Entries({ book }: { book: Book }) {
  const { t } = useTranslation("revenue");
  const [returned, setReturned] = useState<Entry | null>(null);
  const { data, pager } = useList(
    "/api/admin/revenue/publishers/{id}/entries",
    { path: { id: book.id } },
    { name: "entries", ...FRESH },
  );
  if (!data) return <Loading h={160} radius="lg" />;
  const action = (entry: Entry) =>
    entry.kind === "payout" && !entry.returned ? (
      <TextButton
        label={t("revenue.return.open")}
        size="compact-sm"
        mt={4}
        name={t("revenue.return.openOne", { reference: entry.reference })}
        onClick={() => setReturned(entry)}
      />
    ) : null;
  return (
    <Section title={t("revenue.entries.title")} lead={t("revenue.entries.lead")}>
      {data.total === 0 ? (
        <Text c="dimmed">{t("revenue.entries.none")}</Text>
      ) : (
        <LedgerTable entries={data.data} action={action} />
      )}
      <Pager {...pager} />
      {returned && <ReturnForm book={book} of={returned} onClose={() => setReturned(null)} />}
    </Section>
  );
}
