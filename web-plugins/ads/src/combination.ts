/** So many headlines and descriptions a search ad shows at most. */
const HEADLINES = 3;
const DESCRIPTIONS = 2;

export type Combination = { headlines: string[]; descriptions: string[] };

/** `count` neighbours from a list that begins again where it ends. */
const turn = (list: string[], start: number, count: number) =>
  Array.from({ length: Math.min(count, list.length) }, (_, step) => list[(start + step) % list.length] ?? "");

/** The ad as it may be put together the `number`th time: every text has its turn. */
export function combination(headlines: string[], descriptions: string[], number: number): Combination {
  return {
    headlines: turn(headlines, number * HEADLINES, HEADLINES),
    descriptions: turn(descriptions, number * DESCRIPTIONS, DESCRIPTIONS),
  };
}
