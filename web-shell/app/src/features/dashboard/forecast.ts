import { FAMILIES, type Family, familyOf } from "@sitewright/ui/family";
import { utcOffset } from "../../api/utc-offset";
import type { Figures } from "./figures";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days that a forecast shows at most, and of which it takes the average. */
const AHEAD = 31;
const PACE_DAYS = 14;

export type Day = { day: string; values: number[]; isForecast: boolean };

/** The day after `day` by a number of days; both as `2026-11-26`. */
export const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Full days from `today` to the day of the renewal, which has words again. */
export function daysUntil(today: string, renewsAt: string | null): number {
  if (!renewsAt) return 0;
  const local = new Date(Date.parse(renewsAt) + utcOffset() * 60_000).toISOString().slice(0, 10);
  return Math.max(0, Math.round((Date.parse(local) - Date.parse(today)) / DAY_MS) - 1);
}

/** How many texts there are of each family, the most first. */
export function familiesOf({ texts, tools }: Pick<Figures, "texts" | "tools">) {
  const counts = new Map<Family, number>();
  for (const { tool, count } of texts.by_tool) {
    const family = familyOf(tools[tool]?.category ?? "");
    counts.set(family, (counts.get(family) ?? 0) + count);
  }
  const all = [...counts].map(([family, count]) => ({ family, count }));
  return all.sort((one, other) => other.count - one.count);
}

/** The words of a day if the allowance is used evenly, about; null without an allowance. */
export const evenPace = (allowance: number): number | null =>
  allowance > 0 ? rounded(allowance / AHEAD) : null;

/** Words per day and family, with a forecast to the renewal from the average of the last days. */
export function daysOf({ days, uses, tools, words }: Figures): { families: Family[]; days: Day[] } {
  const familyOfTool = (tool: string) => familyOf(tools[tool]?.category ?? "");
  const families = FAMILIES.filter((family) => uses.some(({ tool }) => familyOfTool(tool) === family));
  const past = days.map((day): Day => {
    const values = families.map(() => 0);
    for (const use of uses) {
      const at = families.indexOf(familyOfTool(use.tool));
      if (use.day === day && at >= 0) values[at] = (values[at] ?? 0) + use.words;
    }
    return { day, values, isForecast: false };
  });
  const first = past.findIndex(({ values }) => values.some((value) => value > 0));
  const lately = first < 0 ? [] : past.slice(Math.max(first, past.length - PACE_DAYS));
  const pace = families.map((_, at) =>
    Math.round(lately.reduce((sum, { values }) => sum + (values[at] ?? 0), 0) / Math.max(1, lately.length)),
  );
  const today = days.at(-1) ?? "";
  const ahead = lately.length ? Math.min(AHEAD, daysUntil(today, words.renews_at)) : 0;
  const coming = Array.from({ length: ahead }, (_, at) => ({
    day: dayAfter(today, at + 1),
    values: pace,
    isForecast: true,
  }));
  return { families: [...families], days: [...past, ...coming] };
}

export type Outlook =
  | { state: "unused" | "unknown" }
  | { state: "enough"; left: number }
  | { state: "short"; day: string };

/** Two digits are as exact as a forecast is. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}

/** Whether the words of the account last until they renew, if it goes on as in the last days. */
export function outlookOf({ days, words }: Pick<Figures, "days" | "words">, left: number): Outlook {
  const today = days.at(-1);
  if (!words.renews_at || !today) return { state: "unknown" };
  if (words.pace <= 0) return { state: "unused" };
  const rest = left - words.pace * daysUntil(today, words.renews_at);
  if (rest >= 0) return { state: "enough", left: rounded(rest) };
  return { state: "short", day: dayAfter(today, Math.floor(left / words.pace)) };
}
