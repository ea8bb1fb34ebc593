/** What a number field accepts. */
export type NumberRules = {
  least?: number | undefined;
  most?: number | undefined;
  /** Digits after the decimal mark: none for whole numbers, any without a limit. */
  decimals?: number | undefined;
};

/** The rule that a text breaks, named like the violations of a form; `limit` is the number that it states. */
export type NumberProblem = { key: "number" | "whole" | "decimals" | "low" | "high"; limit: number };

/** Spaces between groups of digits, from users and from `Intl`. */
const BLANKS = /[\s\u00a0\u202f]/g;
const NUMBER = { en: /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/, pl: /^-?\d+(,\d+)?$/ };
/** One mark is a decimal mark in either language, unless it can be one between groups of three digits. */
const ONE_MARK = /^-?(\d+[.,](\d{1,2}|\d{4,})|0[.,]\d+)$/;

/** The number that a user wrote, in the format of their language; undefined for any other text. */
export function numberIn(text: string, language: string): number | undefined {
  const bare = text.replace(BLANKS, "").replace("\u2212", "-");
  const isPolish = language === "pl";
  if (ONE_MARK.test(bare)) return Number(bare.replace(",", "."));
  if (!NUMBER[isPolish ? "pl" : "en"].test(bare)) return undefined;
  return Number(isPolish ? bare.replace(",", ".") : bare.replaceAll(",", ""));
}

const decimalsOf = (value: number) => String(value).split(".")[1]?.length ?? 0;

/** The number of a text, or the rule that it breaks. A larger number than JavaScript stores exactly breaks one. */
export function readNumber(text: string, language: string, rules: NumberRules): number | NumberProblem {
  const { least, most = Number.MAX_SAFE_INTEGER, decimals } = rules;
  const value = numberIn(text, language);
  if (value === undefined) return { key: decimals === 0 ? "whole" : "number", limit: 0 };
  if (value > most) return { key: "high", limit: most };
  if (least !== undefined && value < least) return { key: "low", limit: least };
  if (decimals === 0 && !Number.isInteger(value)) return { key: "whole", limit: 0 };
  if (decimals !== undefined && decimalsOf(value) > decimals) return { key: "decimals", limit: decimals };
  return value;
}

/** A number as `numberIn` reads it again; large numbers have groups of digits. */
export const numberText = (value: number, language: string): string =>
  new Intl.NumberFormat(language === "pl" ? "pl-PL" : "en-US", {
    maximumFractionDigits: 10,
    useGrouping: true,
  }).format(value);
