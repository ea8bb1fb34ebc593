import type { Answer } from "../../api/client";

export type Usage = Answer<"/api/admin/models/usage">;
export type UsageSums = Usage["total"];
export type UsagePart = Usage["tools"][number];

/** What a chart shows. */
export const MEASURES = ["cost_usd", "calls", "words"] as const;
export type Measure = (typeof MEASURES)[number];

/** The lists of a report. */
export const PARTS = ["tools", "plans", "accounts", "models"] as const;
export type Part = (typeof PARTS)[number];

/** `at` is a day or a month. */
export type Bar = { at: string; value: number };

const DAY_MS = 86_400_000;
/** Days of the longest period whose days have bars of their own. */
const MOST_DAYS = 92;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day of an input, unless it is still being typed. */
export const wholeDay = (text: string) => (DAY.test(text) ? text : undefined);

/** One bar for each day, also for those without calls; in a long period one for each month. */
export function barsOf({ from, to, days }: Pick<Usage, "from" | "to" | "days">, measure: Measure): Bar[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const length = (last - first) / DAY_MS + 1 > MOST_DAYS ? "2026-01".length : "2026-01-01".length;
  const sums = new Map<string, number>();
  const add = (day: string, value: number) => {
    const at = day.slice(0, length);
    sums.set(at, (sums.get(at) ?? 0) + value);
  };
  for (let at = first; at <= last; at += DAY_MS) add(new Date(at).toISOString(), 0);
  for (const day of days) add(day.day, day[measure]);
  return [...sums].map(([at, value]) => ({ at, value }));
}
