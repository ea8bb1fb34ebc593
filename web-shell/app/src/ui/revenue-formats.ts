import { usePageLanguage } from "../i18n/use-texts";
import type { Language } from "../paths";

export type Currency = "USD" | "PLN";
/** In cents and grosze. */
export type Sums = { usd: number; pln: number };

export type Entry = {
  currency: Currency;
  seq: number;
  kind: "accrual" | "adjustment" | "payout" | "payout-returned";
  amount: number;
  balance: number;
  month: string | null;
  reason: string | null;
  reference: string | null;
  paid_on: string | null;
  returned: boolean;
  created_at: string;
};

export const CURRENCIES: Currency[] = ["USD", "PLN"];

const tag = (language: Language) => (language === "pl" ? "pl-PL" : "en-US");

export function revenueFormats(language: Language) {
  const month = new Intl.DateTimeFormat(tag(language), { month: "long", year: "numeric", timeZone: "UTC" });
  const share = new Intl.NumberFormat(tag(language), { style: "percent", maximumFractionDigits: 2 });
  const sum = (amount: number, currency: Currency) =>
    new Intl.NumberFormat(tag(language), {
      style: "currency",
      currency,
      // "zł" is a symbol that English readers do not expect.
      currencyDisplay: language === "pl" ? "narrowSymbol" : "symbol",
      useGrouping: true,
    }).format(amount / 100);
  return {
    /** Cents or grosze. */
    sum,
    /** Both currencies. */
    sums: ({ usd, pln }: Sums) => `${sum(usd, "USD")} · ${sum(pln, "PLN")}`,
    /** Basis points. */
    share: (bps: number) => share.format(bps / 10_000),
    month: (text: string) => month.format(new Date(`${text}-01T00:00:00Z`)),
  };
}

/** `revenueFormats` in the language of the screen. */
export const useRevenueFormats = () => revenueFormats(usePageLanguage());
