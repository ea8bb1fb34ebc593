import { Select, type SelectProps, TextInput, type TextInputProps } from "@mantine/core";
import { AmountField, type AmountInput, useAmount } from "../../admin/amount-field";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { MOST } from "../../ui/hundredths";
import { CURRENCIES, type Currency, type Entry, useRevenueFormats } from "../../ui/revenue-formats";
import { Small } from "../../ui/texts";
import { type Book, revenueActions } from "./revenue";
import { Money, RevenueForm } from "./revenue-form";

const REASON_CHARS = 500;
const REFERENCE_CHARS = 80;
/** Months to choose from: the last few, which may still be open, and the next two years. */
const [BACK, AHEAD] = [3, 24];
/** Sent for an invalid number: the server rejects it if the form ever fails to. */
const NOTHING = Number.NaN;
/** The lowest correction. */
const LEAST = -MOST;

type Props = { book: Book; onClose: () => void };

/** Months around the current one, in the server's format. */
function monthsAround(): string[] {
  const now = new Date();
  return Array.from({ length: BACK + AHEAD }, (_, place) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - BACK + 1 + place, 1));
    return month.toISOString().slice(0, 7);
  });
}

const thisMonth = () => new Date().toISOString().slice(0, 7);

/** The agreed share, and the month from which it applies. */
export function AgreeForm({ book, onClose }: Props) {
  const { t } = useTexts("revenue");
  const { month } = useRevenueFormats();
  const share = useAmount("share", book.agreements[0]?.share_bps ?? null);
  const form = useActionForm({ from: thisMonth() });
  return (
    <RevenueForm
      {...form.does(
        () => revenueActions.agree(book.id, { share_bps: share.value ?? NOTHING, ...form.values }),
        t("revenue.agree.done"),
      )}
      title={t("revenue.agree.title", { name: book.name })}
      go={t("revenue.agree.go")}
      wrong={{ share_bps: share.error }}
      onClose={onClose}
    >
      <Small>{t("revenue.agree.text")}</Small>
      <AmountField
        of={share}
        name="share_bps"
        isFirst
        label={t("revenue.agree.share")}
        unit="%"
        error={form.errors.share_bps}
      />
      <Choice
        values={monthsAround()}
        text={(value) => month(value)}
        {...form.field("from", t("revenue.agree.from"))}
      />
    </RevenueForm>
  );
}

/** The last visible entry of a currency, so that no concurrent change of another administrator is overwritten. */
const seen = (book: Book, currency: Currency) =>
  book.balances.find((one) => one.currency === currency)?.seq ?? 0;
const balanceOf = (book: Book, currency: Currency) =>
  book.balances.find((one) => one.currency === currency)?.balance ?? 0;

/** Adds an entry to the ledger, based on the visible last entry. */
const entry = (book: Book, currency: Currency, amount: AmountInput) => ({
  currency,
  amount: amount.value ?? NOTHING,
  seq: seen(book, currency),
});

function CurrencyChoice(props: SelectProps<Currency>) {
  const { t } = useTexts("revenue");
  return <Select label={t("revenue.form.currency")} allowDeselect={false} data={CURRENCIES} {...props} />;
}

function Reason(props: TextInputProps) {
  const { t } = useTexts("revenue");
  return (
    <TextInput
      required
      autoComplete="off"
      label={t("revenue.form.reason")}
      description={t("revenue.adjust.reasonHelp")}
      maxLength={REASON_CHARS}
      {...props}
    />
  );
}

/** A correction with its reason. */
export function AdjustForm({ book, onClose }: Props) {
  const { t } = useTexts("revenue");
  const { sum } = useRevenueFormats();
  const amount = useAmount("sum", null, LEAST);
  const form = useActionForm({ currency: "PLN" as Currency, reason: "" });
  const { currency, reason } = form.values;
  return (
    <RevenueForm
      {...form.does(
        () => revenueActions.adjust(book.id, { ...entry(book, currency, amount), reason }),
        t("revenue.adjust.done"),
      )}
      title={t("revenue.adjust.title", { name: book.name })}
      go={t("revenue.adjust.go")}
      wrong={{ amount: amount.error, reason: reason.trim() ? undefined : t("revenue.form.required") }}
      summary={amount.value === null ? undefined : sum(amount.value, currency)}
      onClose={onClose}
    >
      <CurrencyChoice {...form.field("currency")} />
      <Money
        name="amount"
        label={t("revenue.form.amount")}
        description={t("revenue.adjust.amountHelp")}
        currency={currency}
        of={amount}
        error={form.errors.amount}
      />
      <Reason {...form.field("reason")} />
    </RevenueForm>
  );
}

/** A completed bank transfer. */
export function PayForm({ book, onClose }: Props) {
  const { t } = useTexts("revenue");
  const { sum } = useRevenueFormats();
  const form = useActionForm({
    currency: "PLN" as Currency,
    reference: "",
    paid_on: new Date().toISOString().slice(0, 10),
  });
  const { currency, reference, paid_on } = form.values;
  const due = (of: Currency) => Math.max(0, balanceOf(book, of)) || null;
  const amount = useAmount("sum", due(currency), 1);
  return (
    <RevenueForm
      {...form.does(
        () => revenueActions.pay(book.id, { ...entry(book, currency, amount), reference, paid_on }),
        t("revenue.pay.done"),
      )}
      title={t("revenue.pay.title", { name: book.name })}
      go={t("revenue.pay.go")}
      wrong={{ amount: amount.error, reference: reference.trim() ? undefined : t("revenue.form.required") }}
      summary={amount.value === null ? undefined : sum(amount.value, currency)}
      onClose={onClose}
    >
      <CurrencyChoice
        {...form.field("currency")}
        onChange={(next) => {
          const currency = next as Currency;
          form.set({ currency });
          amount.set(due(currency));
        }}
      />
      <Money
        name="amount"
        label={t("revenue.form.amount")}
        description={t("revenue.pay.balance", { sum: sum(balanceOf(book, currency), currency) })}
        currency={currency}
        of={amount}
        error={form.errors.amount}
      />
      <TextInput
        autoComplete="off"
        description={t("revenue.pay.referenceHelp")}
        maxLength={REFERENCE_CHARS}
        {...form.needs("reference", t("revenue.pay.reference"))}
      />
      <TextInput autoComplete="off" type="date" {...form.needs("paid_on", t("revenue.pay.day"))} />
    </RevenueForm>
  );
}

/** A returned transfer. */
export function ReturnForm({ book, of, onClose }: Props & { of: Entry }) {
  const { t } = useTexts("revenue");
  const { sum } = useRevenueFormats();
  const form = useActionForm({ reason: "" });
  const { currency, seq: payout, amount } = of;
  return (
    <RevenueForm
      {...form.does(
        () => revenueActions.comeBack(book.id, { currency, payout, ...form.values }),
        t("revenue.return.done"),
      )}
      title={t("revenue.return.title", { reference: of.reference })}
      go={t("revenue.return.go")}
      onClose={onClose}
    >
      <Small>{t("revenue.return.text", { sum: sum(-amount, currency) })}</Small>
      <Reason {...form.field("reason")} />
    </RevenueForm>
  );
}
