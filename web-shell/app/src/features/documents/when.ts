import type { DocumentSummary } from "@sitewright/sdk/shell";
import { TRASH } from "./place-names";
import type { Filter } from "./use-filter";

/** Days that the trash keeps a document; the same value as in the server. */
const KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days that a document of the trash is still kept. */
export const daysLeft = (deletedAt: string, now = Date.now()) =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + KEPT_DAYS * DAY_MS - now) / DAY_MS));

const dayOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Days between two dates of the calendar; summer time makes one of them an hour shorter. */
const daysBetween = (from: Date, to: Date) =>
  Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / DAY_MS);

/** The date by which a list is sorted; null if it is sorted by something else. */
export function datedBy({ place, q, sort }: Pick<Filter, "place" | "q" | "sort">) {
  if (place === TRASH || sort === "title" || (sort === "best" && q)) return null;
  return sort === "edited" ? ("updated_at" as const) : ("created_at" as const);
}

/** Today, yesterday, or a date: the hour is worth its place only then. */
export function shortDate(value: string, language: string, now = new Date()): string {
  const date = new Date(value);
  const days = daysBetween(date, now);
  if (days === 0 || days === 1) {
    const time = new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(date);
    return `${new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day")}, ${time}`;
  }
  const isSameYear = date.getFullYear() === now.getFullYear();
  const year = isSameYear ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...year }).format(date);
}

/** "today", "week", or the first day of a month. */
function periodOf(date: Date, now: Date): string {
  const days = daysBetween(date, now);
  // Weeks begin on Monday.
  const sinceMonday = (now.getDay() + 6) % 7;
  if (days <= 0) return "today";
  return days <= sinceMonday ? "week" : `${date.getFullYear()}-${date.getMonth() + 1}`;
}

export type Period = { name: string; documents: DocumentSummary[] };

/** The documents of a sorted list by time. */
export function periodsOf(
  documents: DocumentSummary[],
  by: "created_at" | "updated_at",
  now = new Date(),
): Period[] {
  const periods: Period[] = [];
  for (const document of documents) {
    const name = periodOf(new Date(document[by]), now);
    const last = periods.at(-1);
    if (last?.name === name) last.documents.push(document);
    else periods.push({ name, documents: [document] });
  }
  return periods;
}

/** The name of a month, such as "November 2026". */
export function monthName(period: string, language: string): string {
  const [year = 0, month = 1] = period.split("-").map(Number);
  const name = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });
  return name.format(new Date(year, month - 1, 15));
}
