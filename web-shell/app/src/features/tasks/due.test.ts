import { expect, test } from "vitest";
import { dayOf, dueQuery, dueText, nearnessOf, plusDays } from "./due";

const TODAY = "2026-11-27";

test("a day is that of the reader", () => {
  expect(dayOf(new Date(2026, 10, 27, 0, 5))).toBe(TODAY);
  expect(dayOf(new Date(2026, 0, 2, 23, 55))).toBe("2026-01-02");
});

test("days are counted over months, years and the change of clocks", () => {
  expect(plusDays(TODAY, 7)).toBe("2026-12-04");
  expect(plusDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(plusDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(plusDays("2026-03-01", -1)).toBe("2026-02-28");
});

test("a due date is overdue from the next day", () => {
  expect(["2026-11-26", TODAY, "2026-11-28"].map((due) => nearnessOf(due, TODAY))).toEqual([
    "overdue",
    "today",
    "later",
  ]);
});

test("days that are near have names", () => {
  const texts = (language: string) =>
    ["2026-11-26", TODAY, "2026-11-28", "2026-12-01", "2027-01-05"].map((due) =>
      dueText(due, TODAY, language),
    );
  expect(texts("en")).toEqual(["yesterday", "today", "tomorrow", "Dec 1", "Jan 5, 2027"]);
  expect(texts("pl")).toEqual(["wczoraj", "dzisiaj", "jutro", "1 gru", "5 sty 2027"]);
});

test("the filter asks for days", () => {
  expect(dueQuery("overdue", TODAY)).toEqual({ due_to: "2026-11-26" });
  expect(dueQuery("week", TODAY)).toEqual({ due_from: TODAY, due_to: "2026-12-03" });
  expect(dueQuery("none", TODAY)).toEqual({ undated: true });
  expect(dueQuery("", TODAY)).toEqual({});
});
