import type { DocumentSummary } from "@sitewright/sdk/shell";
import { expect, test } from "vitest";
import { datedBy, daysLeft, monthName, periodsOf, shortDate } from "./when";

// A Friday.
const NOW = new Date(2026, 10, 27, 9, 30);
const at = (...of: [number, number, number, number]) => new Date(...of).toISOString();

test.each([
  [at(2026, 10, 27, 8), "today, 8:00 AM", "dzisiaj, 08:00"],
  [at(2026, 10, 26, 23), "yesterday, 11:00 PM", "wczoraj, 23:00"],
  [at(2026, 10, 25, 8), "Nov 25", "25 lis"],
  [at(2025, 10, 25, 8), "Nov 25, 2025", "25 lis 2025"],
])("the short date of %s", (date, english, polish) => {
  expect(shortDate(date, "en", NOW).replaceAll("\u202f", " ")).toBe(english);
  expect(shortDate(date, "pl", NOW)).toBe(polish);
});

test.each([
  [at(2026, 10, 27, 9), 30],
  [at(2026, 10, 26, 9), 29],
  [at(2026, 9, 1, 9), 0],
])("the days that the trash keeps a document of %s", (deleted, days) =>
  expect(daysLeft(deleted, NOW.getTime())).toBe(days),
);

test("documents are grouped by today, this week and months", () => {
  const days = [at(2026, 10, 27, 1), at(2026, 10, 23, 1), at(2026, 10, 22, 23), at(2026, 9, 1, 1)];
  const documents = days.map((created_at) => ({ created_at }) as DocumentSummary);
  const periods = periodsOf(documents, "created_at", NOW);
  expect(periods.map(({ name, documents }) => [name, documents.length])).toEqual([
    ["today", 1],
    ["week", 1],
    ["2026-11", 1],
    ["2026-10", 1],
  ]);
  expect(monthName("2026-11", "en")).toBe("November 2026");
  expect(monthName("2026-11", "pl")).toBe("listopad 2026");
});

test("only a list in the order of a date is grouped by it", () => {
  expect(datedBy({ place: "", q: "", sort: "best" })).toBe("created_at");
  expect(datedBy({ place: "", q: "bread", sort: "best" })).toBeNull();
  expect(datedBy({ place: "", q: "bread", sort: "edited" })).toBe("updated_at");
  expect(datedBy({ place: "", q: "", sort: "title" })).toBeNull();
  expect(datedBy({ place: "trash", q: "", sort: "best" })).toBeNull();
});
