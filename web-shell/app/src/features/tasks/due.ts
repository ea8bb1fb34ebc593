import type { TaskQuery } from "./tasks";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days within which a due date is near. */
const WEEK = 7;

/** The day of a moment in the reader's time zone, as the API writes days. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

const numberOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** The day that is some days later. */
export const plusDays = (day: string, days: number) =>
  new Date((numberOf(day) + days) * DAY_MS).toISOString().slice(0, 10);

export type Nearness = "overdue" | "today" | "later";

export function nearnessOf(due: string, today: string): Nearness {
  if (due < today) return "overdue";
  return due === today ? "today" : "later";
}

/** A due date as the reader sees it: yesterday, today and tomorrow by name, others as a date. */
export function dueText(due: string, today: string, language: string): string {
  const days = numberOf(due) - numberOf(today);
  if (Math.abs(days) <= 1)
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  const isThisYear = due.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
    timeZone: "UTC",
  }).format(new Date(`${due}T00:00:00Z`));
}

/** The choices of the filter by due date. */
export const DUES = ["overdue", "today", "week", "none"] as const;

/** What the API calls such a choice. */
export function dueQuery(name: string, today: string): Pick<TaskQuery, "due_from" | "due_to" | "undated"> {
  if (name === "overdue") return { due_to: plusDays(today, -1) };
  if (name === "today") return { due_from: today, due_to: today };
  if (name === "week") return { due_from: today, due_to: plusDays(today, WEEK - 1) };
  return name === "none" ? { undated: true } : {};
}
