import { graphemes, width } from "@sitewright/sdk";

export type Assessment = {
  check: "headlines" | "descriptions" | "unique" | "keywords" | "lengths";
  ok: boolean;
  value: number;
  wanted: number;
};

export type Strength = "poor" | "average" | "good" | "excellent";

/** The counts that leave enough texts to combine. */
const HEADLINES = 10;
const DESCRIPTIONS = 4;
/** One of this many headlines should contain a keyword, as in the check of the tool. */
const WITH_KEYWORD = 5;
/** A longer keyword, in width units, fits no headline. */
const HEADLINE = 30;
/** Headlines up to this many characters leave room for others beside them. */
const SHORT = 15;
const SHORT_HEADLINES = 2;

/** The letters and digits of a text: the tool compares texts by these, too. */
const keyOf = (text: string) => text.replaceAll(/[^\p{Alphabetic}\p{N}]/gu, "").toLowerCase();

const wordsOf = (text: string) =>
  text
    .split(/\p{White_Space}+/u)
    .map(keyOf)
    .filter(Boolean);

/** Inflected languages change the endings: a word is identified by all but its last two letters. */
const stemOf = (word: string) => {
  const letters = [...word];
  return letters.slice(0, Math.max(3, letters.length - 2)).join("");
};

/** Whether a text contains a keyword, in any case or form; the tool's own check does the same. */
export function names(text: string, keyword: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(keyword).map(stemOf);
  return wanted.length > 0 && wanted.every((stem) => words.some((word) => word.startsWith(stem)));
}

/** Texts that differ only in case or punctuation count once. */
const unique = (texts: string[]) => new Set(texts.map(keyOf)).size;

/** The checks of a good ad: enough texts, all different, with keywords, of several lengths. */
export function assess(headlines: string[], descriptions: string[], keywords: string[]): Assessment[] {
  const all = [...headlines, ...descriptions];
  const of = (check: Assessment["check"], value: number, wanted: number) => ({
    check,
    value,
    wanted,
    ok: value >= wanted,
  });
  const fitting = keywords.filter((keyword) => width(keyword) <= HEADLINE);
  const withKeyword = headlines.filter((text) => fitting.some((keyword) => names(text, keyword))).length;
  const short = headlines.filter((text) => graphemes(text) <= SHORT).length;
  return [
    of("headlines", headlines.length, HEADLINES),
    of("descriptions", descriptions.length, DESCRIPTIONS),
    of("unique", unique(all), all.length),
    ...(fitting.length
      ? [of("keywords", withKeyword, Math.max(1, Math.floor(headlines.length / WITH_KEYWORD)))]
      : []),
    of("lengths", short, Math.min(SHORT_HEADLINES, headlines.length)),
  ];
}

const STEPS: Strength[] = ["excellent", "good", "average"];

/** The strength of an ad by the number of failed checks. */
export const strengthOf = (assessments: Assessment[]): Strength =>
  STEPS[assessments.filter(({ ok }) => !ok).length] ?? "poor";
