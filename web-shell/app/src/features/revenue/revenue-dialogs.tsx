import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AmountField, type AmountInput, useAmount } from "../../admin/amount-field";
import { usePageLanguage } from "../../i18n/use-page-language";
import { MOST } from "../../ui/hundredths";
import { CURRENCIES, type Currency, type Entry, revenueFormats } from "../../ui/revenue-formats";
import { type Book, revenueActions } from "./revenue";
import { Line, Money, RevenueForm } from "./revenue-form";

const REASON_CHARS = 500;
const REFERENCE_CHARS = 80;
/** Months to choose from: a few that may still be open, and two years ahead. */
const [BACK, AHEAD] = [3, 24];
/** What is sent as no number: the server would refuse it, should a form ever forget to. */
const NOTHING = Number.NaN;
/** As low as a correction goes. */
const LEAST = -MOST;

type Props = { book: Book; onClose: () => void };

/** Months around the present one, as the server writes them. */
function monthsAround(): string[] {
  const now = new Date();
  return Array.from({ length: BACK + AHEAD }, (_, place) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - BACK + 1 + place, 1));
    return month.toISOString().slice(0, 7);
  });
}

const thisMonth = () => new Date().toISOString().slice(0, 7);

/** The share that was agreed on, and the month that it holds from. */
export function AgreeForm({ book, onClose }: Props) {
  const { t } = useTranslation("revenue");
  const { month } = revenueFormats(usePageLanguage());
  const share = useAmount("share", book.agreements[0]?.share_bps ?? null);
  const [from, setFrom] = useState(thisMonth());
  return (
    <RevenueForm
      title={t("revenue.agree.title", { name: book.name })}
      done={t("revenue.agree.done")}
      go={t("revenue.agree.go")}
      wrong={{ share_bps: share.error }}
      act={() => revenueActions.agree(book.id, { share_bps: share.value ?? NOTHING, from })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text size="sm">{t("revenue.agree.text")}</Text>
          <AmountField
            of={share}
            name="share_bps"
            isFirst
            label={t("revenue.agree.share")}
            unit="%"
            error={errors.share_bps}
          />
          <Select
            name="from"
            label={t("revenue.agree.from")}
            allowDeselect={false}
            data={monthsAround().map((value) => ({ value, label: month(value) }))}
            value={from}
            error={errors.from}
            onChange={(value) => setFrom(value ?? from)}
          />
        </>
      )}
    </RevenueForm>
  );
}

/** Which entry of a currency was seen last, so that nothing is written over what somebody else wrote. */
const seen = (book: Book, currency: Currency) =>
  book.balances.find((one) => one.currency === currency)?.seq ?? 0;
const balanceOf = (book: Book, currency: Currency) =>
  book.balances.find((one) => one.currency === currency)?.balance ?? 0;

function CurrencyChoice({ value, onChange }: { value: Currency; onChange: (value: Currency) => void }) {
  const { t } = useTranslation("revenue");
  return (
    <Select
      name="currency"
      label={t("revenue.form.currency")}
      allowDeselect={false}
      data={CURRENCIES}
      value={value}
      onChange={(next) => onChange((next as Currency) ?? value)}
    />
  );
}

/** What is entered into the ledger, after what was seen of it. */
const entry = (book: Book, currency: Currency, amount: AmountInput) => ({
  currency,
  amount: amount.value ?? NOTHING,
  seq: seen(book, currency),
});

type SumProps = {
  currency: Currency;
  onCurrency: (value: Currency) => void;
  amount: AmountInput;
  description: string;
  error: string | undefined;
};

/** A sum and its currency. */
function SumFields({ currency, onCurrency, amount, description, error }: SumProps) {
  const { t } = useTranslation("revenue");
  return (
    <>
      <CurrencyChoice value={currency} onChange={onCurrency} />
      <Money
        name="amount"
        label={t("revenue.form.amount")}
        description={description}
        currency={currency}
        of={amount}
        error={error}
      />
    </>
  );
}

/** A correction with its reason. */
export function AdjustForm({ book, onClose }: Props) {
  const { t } = useTranslation("revenue");
  const [currency, setCurrency] = useState<Currency>("PLN");
  const { sum } = revenueFormats(usePageLanguage());
  const amount = useAmount("sum", null, LEAST);
  const [reason, setReason] = useState("");
  return (
    <RevenueForm
      title={t("revenue.adjust.title", { name: book.name })}
      done={t("revenue.adjust.done")}
      go={t("revenue.adjust.go")}
      wrong={{ amount: amount.error, reason: reason.trim() ? undefined : t("revenue.form.required") }}
      summary={amount.value === null ? undefined : sum(amount.value, currency)}
      act={() => revenueActions.adjust(book.id, { ...entry(book, currency, amount), reason })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SumFields
            currency={currency}
            onCurrency={setCurrency}
            amount={amount}
            description={t("revenue.adjust.amountHelp")}
            error={errors.amount}
          />
          <Line
            name="reason"
            label={t("revenue.form.reason")}
            description={t("revenue.adjust.reasonHelp")}
            maxLength={REASON_CHARS}
            value={reason}
            error={errors.reason}
            onChange={setReason}
          />
        </>
      )}
    </RevenueForm>
  );
}

/** A transfer that was made at the bank. */
export function PayForm({ book, onClose, first = "PLN" }: Props & { first?: Currency }) {
  const { t } = useTranslation("revenue");
  const { sum } = revenueFormats(usePageLanguage());
  const [currency, setCurrency] = useState<Currency>(first);
  const due = (of: Currency) => Math.max(0, balanceOf(book, of)) || null;
  const amount = useAmount("sum", due(first), 1);
  const [reference, setReference] = useState("");
  const [day, setDay] = useState(new Date().toISOString().slice(0, 10));
  const body = { ...entry(book, currency, amount), reference, paid_on: day };
  return (
    <RevenueForm
      title={t("revenue.pay.title", { name: book.name })}
      done={t("revenue.pay.done")}
      go={t("revenue.pay.go")}
      wrong={{ amount: amount.error, reference: reference.trim() ? undefined : t("revenue.form.required") }}
      summary={amount.value === null ? undefined : sum(amount.value, currency)}
      act={() => revenueActions.pay(book.id, body)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SumFields
            currency={currency}
            onCurrency={(next) => {
              setCurrency(next);
              amount.set(due(next));
            }}
            amount={amount}
            description={t("revenue.pay.balance", { sum: sum(balanceOf(book, currency), currency) })}
            error={errors.amount}
          />
          <Line
            name="reference"
            label={t("revenue.pay.reference")}
            description={t("revenue.pay.referenceHelp")}
            maxLength={REFERENCE_CHARS}
            value={reference}
            error={errors.reference}
            onChange={setReference}
          />
          <Line
            name="paid_on"
            type="date"
            label={t("revenue.pay.day")}
            value={day}
            error={errors.paid_on}
            onChange={setDay}
          />
        </>
      )}
    </RevenueForm>
  );
}

/** A transfer that came back. */
export function ReturnForm({ book, of, onClose }: Props & { of: Entry }) {
  const { t } = useTranslation("revenue");
  const { sum } = revenueFormats(usePageLanguage());
  const [reason, setReason] = useState("");
  return (
    <RevenueForm
      title={t("revenue.return.title", { reference: of.reference })}
      done={t("revenue.return.done")}
      go={t("revenue.return.go")}
      act={() => revenueActions.comeBack(book.id, { currency: of.currency, payout: of.seq, reason })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text size="sm">{t("revenue.return.text", { sum: sum(-of.amount, of.currency) })}</Text>
          <Line
            name="reason"
            label={t("revenue.form.reason")}
            description={t("revenue.adjust.reasonHelp")}
            maxLength={REASON_CHARS}
            value={reason}
            error={errors.reason}
            onChange={setReason}
          />
        </>
      )}
    </RevenueForm>
  );
}
