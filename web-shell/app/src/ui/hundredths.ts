import type { Language } from "../paths";

/** Ten billion, the same limit as in the server. */
export const MOST = 1_000_000_000_000;

/** Spaces between groups of digits, from users and from `Intl`. */
const BLANKS = /[\s\u00a0\u202f]/g;
/** One separator followed by one or two digits is a decimal mark in either language. */
const ONE_MARK = /^\d+[.,]\d{1,2}$/;
const WHOLE = { en: /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/, pl: /^\d+(,\d{1,2})?$/ };

/**
 * Parses the text of a user as hundredths: an amount in cents, or a share in basis points. `null` for ambiguous or
 * invalid text, since a wrong guess would be paid.
 */
export function hundredths(text: string, language: Language): number | null {
  const bare = text.replace(BLANKS, "").replace("\u2212", "-");
  const isNegative = bare.startsWith("-");
  const digits = isNegative ? bare.slice(1) : bare;
  const isOneMark = ONE_MARK.test(digits);
  if (!isOneMark && !WHOLE[language].test(digits)) return null;
  // Otherwise the remaining commas separate groups of three digits.
  const plain = isOneMark || language === "pl" ? digits.replace(",", ".") : digits.replaceAll(",", "");
  const [whole = "", part = ""] = plain.split(".");
  const sum = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  if (sum > MOST) return null;
  return isNegative && sum > 0 ? -sum : sum;
}

/** Formats hundredths for the reader, so that `hundredths` parses them to the same value. */
export function written(value: number, language: Language, decimals = 2): string {
  return new Intl.NumberFormat(language === "pl" ? "pl-PL" : "en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 2,
    useGrouping: true,
  }).format(value / 100);
}
