import type { Language } from "../paths";

/** Ten billion, as the server has it. */
export const MOST = 1_000_000_000_000;

/** Blanks that people and `Intl` put between groups of digits. */
const BLANKS = /[\s\u00a0\u202f]/g;
/** One separator with one or two digits after it is a decimal mark in either language. */
const ONE_MARK = /^\d+[.,]\d{1,2}$/;
const WHOLE = { en: /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/, pl: /^\d+(,\d{1,2})?$/ };

/**
 * The text of a user in hundredths: a sum in cents, or a share in basis points. `null` for whatever could be read in two
 * ways or is no number at all, since a sum that was guessed wrongly would be paid.
 */
export function hundredths(text: string, language: Language): number | null {
  const bare = text.replace(BLANKS, "").replace("\u2212", "-");
  const isNegative = bare.startsWith("-");
  const digits = isNegative ? bare.slice(1) : bare;
  const isOneMark = ONE_MARK.test(digits);
  if (!isOneMark && !WHOLE[language].test(digits)) return null;
  // Without such a mark whatever is left separates groups of three.
  const plain = isOneMark || language === "pl" ? digits.replace(",", ".") : digits.replaceAll(",", "");
  const [whole = "", part = ""] = plain.split(".");
  const sum = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  if (sum > MOST) return null;
  return isNegative && sum > 0 ? -sum : sum;
}

/** Hundredths as the reader writes them, so that `hundredths` reads the same again. */
export function written(value: number, language: Language, decimals = 2): string {
  return new Intl.NumberFormat(language === "pl" ? "pl-PL" : "en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 2,
    useGrouping: true,
  }).format(value / 100);
}
