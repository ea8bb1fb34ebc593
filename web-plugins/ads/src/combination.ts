/** The most headlines and descriptions that a search ad shows. */
const HEADLINES = 3;
const DESCRIPTIONS = 2;

export type Combination = { headlines: string[]; descriptions: string[] };

/** `count` consecutive items of a list that wraps around. */
const turn = (list: string[], start: number, count: number) =>
  Array.from({ length: Math.min(count, list.length) }, (_, step) => list[(start + step) % list.length] ?? "");

/** The ad in combination `number`: every text is used in turn. */
export function combination(headlines: string[], descriptions: string[], number: number): Combination {
  return {
    headlines: turn(headlines, number * HEADLINES, HEADLINES),
    descriptions: turn(descriptions, number * DESCRIPTIONS, DESCRIPTIONS),
  };
}
