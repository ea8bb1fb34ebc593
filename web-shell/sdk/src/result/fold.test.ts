import { expect, test } from "vitest";
import { folded } from "./fold";
import { xWeight } from "./units";

test("a text that fits is shown in full", () => {
  expect(folded("Świeże bułki", { limit: 12 })).toEqual({ shown: "Świeże bułki", hidden: "" });
  expect(folded("", { limit: 12 })).toEqual({ shown: "", hidden: "" });
});

test("a longer one is cut after a whole word, and nothing is lost", () => {
  expect(folded("Świeże bułki od siódmej", { limit: 14 })).toEqual({
    shown: "Świeże bułki",
    hidden: " od siódmej",
  });
  expect(folded("Świeże bułki od siódmej", { limit: 12 }).shown).toBe("Świeże bułki");
  const text = "x".repeat(30);
  expect(folded(text, { limit: 10 })).toEqual({ shown: "x".repeat(10), hidden: "x".repeat(20) });
});

test("a character of several code points is not split", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(folded(family.repeat(3), { limit: 2 }).shown).toBe(family.repeat(2));
});

test("line breaks count towards the fold", () => {
  expect(folded("a\nb\nc\nd", { limit: 210, lines: 3 })).toEqual({ shown: "a\nb\nc", hidden: "\nd" });
});

test("the limit may be in another unit", () => {
  const shown = folded("日本 日本 日本", { limit: 9, measure: xWeight }).shown;
  expect(shown).toBe("日本 日本");
});
