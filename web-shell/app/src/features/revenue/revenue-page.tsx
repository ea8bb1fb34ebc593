import { Group, Select, Stack, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { PER_PAGE, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DialogButton } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Item, Pager, Rows } from "../../ui/list";
import { PageHead, Section } from "../../ui/page";
import { CURRENCIES, type Currency, useRevenueFormats } from "../../ui/revenue-formats";
import { saveFile } from "../../ui/save-file";
import { StateBadge } from "../../ui/state-badge";
import { Line, Small, TextButton } from "../../ui/texts";
import { FRESH, type Payable, type RevenueMonth, revenueActions } from "./revenue";
import { ClosedMonth, CloseMonth } from "./revenue-closing";
import "../../admin/admin.css";
import "../../admin/versions.css";

/** Revenue shares: the months to close, the payouts, and the balance of each publisher. */
export default function RevenuePage() {
  const { t } = useTexts("revenue");
  return (
    <Stack gap="lg" maw={1000} mx="auto">
      <PageHead title={t("revenue.page.title")} lead={t("revenue.page.lead")} />
      <Months />
      <Payables />
      <Books />
    </Stack>
  );
}

const MARKS = { counting: "plain", waiting: "plain", open: "warn", closed: "good" } as const;

function Months() {
  const { t } = useTexts("revenue");
  const list = useList("/api/admin/revenue/months", {}, { name: "months", ...FRESH });
  return (
    <Section title={t("revenue.admin.months")} lead={t("revenue.admin.monthsLead")}>
      <Rows list={list} none={t("revenue.admin.noMonths")} className="admin-versions">
        {(month) => <Month key={month.month} of={month} />}
      </Rows>
    </Section>
  );
}

function Month({ of }: { of: RevenueMonth }) {
  const { t } = useTexts("revenue");
  const { month, sums } = useRevenueFormats();
  const name = month(of.month);
  return (
    <Item
      title={name}
      facts={[
        of.revenue && of.platform
          ? [
              t("revenue.split.revenue", { sums: sums(of.revenue) }),
              t("revenue.split.platform", { sums: sums(of.platform) }),
            ].join(" ")
          : t(`revenue.monthText.${of.state}`),
      ]}
    >
      <Group gap="xs">
        <StateBadge mark={MARKS[of.state]}>{t(`revenue.monthState.${of.state}`)}</StateBadge>
        {of.state === "open" && (
          <DialogButton
            label={t("revenue.admin.close")}
            isMain
            size="xs"
            name={t("revenue.admin.closeOne", { month: name })}
          >
            {(close) => <CloseMonth month={of.month} onClose={close} />}
          </DialogButton>
        )}
        {of.state === "closed" && (
          <DialogButton
            label={t("revenue.admin.see")}
            size="xs"
            name={t("revenue.admin.seeOne", { month: name })}
          >
            {(close) => <ClosedMonth month={of.month} onClose={close} />}
          </DialogButton>
        )}
      </Group>
    </Item>
  );
}

function Books() {
  const { t, href } = useTexts("revenue");
  const { share, sum } = useRevenueFormats();
  const list = useList("/api/admin/revenue/publishers", {}, { name: "publishers", ...FRESH });
  return (
    <Section title={t("revenue.admin.publishers")} lead={t("revenue.admin.publishersLead")}>
      <Rows list={list} none={t("revenue.admin.noPublishers")} className="admin-versions">
        {({ id, name, share_bps, agreements, balances }) => (
          <Item
            key={id}
            title={name}
            to={href("adminRevenuePublisher", { publisher: id })}
            facts={[
              id,
              agreements.length === 0
                ? t("revenue.share.none")
                : t("revenue.share.now", { share: share(share_bps) }),
            ]}
          >
            <Small>{balances.map(({ balance, currency }) => sum(balance, currency)).join(" · ")}</Small>
          </Item>
        )}
      </Rows>
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
