import { graphemes, width } from "@sitewright/sdk";

export type Assessment = {
  check: "headlines" | "descriptions" | "unique" | "keywords" | "lengths";
  ok: boolean;
  value: number;
  wanted: number;
};

export type Strength = "poor" | "average" | "good" | "excellent";

/** So many texts leave enough to combine. */
const HEADLINES = 10;
const DESCRIPTIONS = 4;
/** One of so many headlines should name what people search for, as the tool itself asks for. */
const WITH_KEYWORD = 5;
/** A longer keyword fits no headline, in width units. */
const HEADLINE = 30;
/** Headlines of at most so many characters leave room for others beside them. */
const SHORT = 15;
const SHORT_HEADLINES = 2;

/** What two words or lines that say the same have in common, as the tool compares them: their letters and digits. */
const keyOf = (text: string) => text.replaceAll(/[^\p{Alphabetic}\p{N}]/gu, "").toLowerCase();

const wordsOf = (text: string) =>
  text
    .split(/\p{White_Space}+/u)
    .map(keyOf)
    .filter(Boolean);

/** Inflected languages change the endings: all but the last two letters of a word tell which one it is. */
const stemOf = (word: string) => {
  const letters = [...word];
  return letters.slice(0, Math.max(3, letters.length - 2)).join("");
};

/** Whether a text names a keyword, in whatever case or form; the tool's own check counts alike. */
export function names(text: string, keyword: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(keyword).map(stemOf);
  return wanted.length > 0 && wanted.every((stem) => words.some((word) => word.startsWith(stem)));
}

/** Texts that say the same in other letters count once. */
const unique = (texts: string[]) => new Set(texts.map(keyOf)).size;

/** What the makings of a good ad are: enough texts, all different, naming the keywords, of several lengths. */
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

/** The strength of an ad by how many of its checks fail. */
export const strengthOf = (assessments: Assessment[]): Strength =>
  STEPS[assessments.filter(({ ok }) => !ok).length] ?? "poor";
