import { expect, test } from "vitest";
import { dayStart } from "./day-start";

test("a day begins in the reader's time zone, and ends where the next one begins", () => {
  expect(dayStart("2026-03-31")).toBe(new Date(2026, 2, 31).toISOString());
  expect(dayStart("2026-03-31", 1)).toBe(new Date(2026, 3, 1).toISOString());
});

test("an invalid day sets no filter", () => {
  expect(dayStart("")).toBeUndefined();
  expect(dayStart("yesterday")).toBeUndefined();
});
