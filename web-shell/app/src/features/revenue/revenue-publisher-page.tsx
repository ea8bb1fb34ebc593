import { Box, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router";
import { useLoaded } from "../../api/client";
import { useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { Agreements, LedgerSection } from "../../ui/ledger-table";
import { DetailPage, Section } from "../../ui/page";
import { type Entry, useRevenueFormats } from "../../ui/revenue-formats";
import { Dim, TextButton } from "../../ui/texts";
import { type Book, bookQuery, FRESH } from "./revenue";
import { AdjustForm, AgreeForm, PayForm, ReturnForm } from "./revenue-dialogs";

export default function RevenuePublisherPage() {
  const { t, href } = useTexts("revenue");
  const { publisher = "" } = useParams();
  const book = useLoaded(bookQuery(publisher));
  return (
    <DetailPage
      name={book.name}
      list={t("revenue.page.title")}
      back={href("adminRevenue")}
      lead={book.id}
      width={1000}
    >
      <Share book={book} />
      <Balances book={book} />
      <Entries book={book} />
    </DetailPage>
  );
}

function Share({ book }: { book: Book }) {
  const { t } = useTexts("revenue");
  return (
    <Section title={t("revenue.agree.section")} lead={t("revenue.agree.lead")}>
      {book.agreements.length === 0 ? (
        <Text>{t("revenue.share.none")}</Text>
      ) : (
        <Box component="ul" m={0} pl="lg">
          <Agreements agreements={book.agreements} />
        </Box>
      )}
      <Group>
        <DialogButton label={t("revenue.agree.open")}>
          {(close) => <AgreeForm book={book} onClose={close} />}
        </DialogButton>
      </Group>
    </Section>
  );
}

function Balances({ book }: { book: Book }) {
  const { t } = useTexts("revenue");
  const { sum } = useRevenueFormats();
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
        <DialogButton label={t("revenue.pay.open")}>
          {(close) => <PayForm book={book} onClose={close} />}
        </DialogButton>
        <DialogButton label={t("revenue.adjust.open")}>
          {(close) => <AdjustForm book={book} onClose={close} />}
        </DialogButton>
      </Group>
    </Section>
  );
}

function Entries({ book }: { book: Book }) {
  const { t } = useTexts("revenue");
  const [returned, setReturned] = useState<Entry | null>(null);
  const list = useList(
    "/api/admin/revenue/publishers/{id}/entries",
    { path: { id: book.id } },
    { name: "entries", ...FRESH },
  );
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
    <LedgerSection list={list} action={action}>
      {returned && <ReturnForm book={book} of={returned} onClose={() => setReturned(null)} />}
    </LedgerSection>
  );
}
