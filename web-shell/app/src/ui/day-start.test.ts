import { expect, test } from "vitest";
import { dayStart } from "./day-start";

test("a day begins where its reader is, and ends where the next one begins", () => {
  expect(dayStart("2026-03-31")).toBe(new Date(2026, 2, 31).toISOString());
  expect(dayStart("2026-03-31", 1)).toBe(new Date(2026, 3, 1).toISOString());
});

test("what is no day filters nothing", () => {
  expect(dayStart("")).toBeUndefined();
  expect(dayStart("yesterday")).toBeUndefined();
});
