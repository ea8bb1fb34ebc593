export type Assessment = {
  check: "headlines" | "descriptions" | "unique" | "keywords" | "lengths";
  ok: boolean;
  /** How much there is, and how much there should be. */
  value: number;
  wanted: number;
};

export type Strength = "poor" | "average" | "good" | "excellent";

/** So many texts leave enough to combine. */
const HEADLINES = 10;
const DESCRIPTIONS = 4;
/** So many headlines should name what people search for. */
const WITH_KEYWORD = 3;
/** Headlines of at most so many characters leave room for others beside them. */
const SHORT = 15;
const SHORT_HEADLINES = 2;

const folded = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[łŁ]/g, "l").toLowerCase();

const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Inflected languages change the endings: words are alike when all but their last letters are. */
const alike = (word: string, other: string) => {
  const stem = word.slice(0, Math.max(3, word.length - 2));
  return other.startsWith(stem) && other.length <= word.length + 3;
};

/** Whether a text names a keyword, in whatever case or form. */
export function names(text: string, keyword: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(keyword);
  return wanted.length > 0 && wanted.every((word) => words.some((other) => alike(word, other)));
}

/** Texts that say the same in other letters count once. */
const unique = (texts: string[]) => new Set(texts.map((text) => wordsOf(text).join(" "))).size;

/** What the makings of a good ad are: enough texts, all different, naming the keywords, of several lengths. */
export function assess(headlines: string[], descriptions: string[], keywords: string[]): Assessment[] {
  const all = [...headlines, ...descriptions];
  const of = (check: Assessment["check"], value: number, wanted: number) => ({
    check,
    value,
    wanted,
    ok: value >= wanted,
  });
  const withKeyword = headlines.filter((text) => keywords.some((keyword) => names(text, keyword))).length;
  const short = headlines.filter((text) => [...text].length <= SHORT).length;
  return [
    of("headlines", headlines.length, HEADLINES),
    of("descriptions", descriptions.length, DESCRIPTIONS),
    of("unique", unique(all), all.length),
    ...(keywords.length ? [of("keywords", withKeyword, Math.min(WITH_KEYWORD, headlines.length))] : []),
    of("lengths", short, Math.min(SHORT_HEADLINES, headlines.length)),
  ];
}

const STEPS: Strength[] = ["excellent", "good", "average"];

/** The strength of an ad by how many of its checks fail. */
export const strengthOf = (assessments: Assessment[]): Strength =>
  STEPS[assessments.filter(({ ok }) => !ok).length] ?? "poor";
