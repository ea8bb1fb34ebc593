import { expect, test } from "vitest";
import { hundredths, MOST, written } from "./hundredths";

test.each([
  ["1,234.56", 123_456],
  ["1234.56", 123_456],
  ["1 234.56", 123_456],
  ["12,345,678.9", 1_234_567_890],
  ["1,234", 123_400],
  ["1234567", 123_456_700],
  ["1,23", 123],
  ["0.05", 5],
  [" 7 ", 700],
  ["-12.50", -1_250],
  ["\u2212500", -50_000],
  ["-0", 0],
  ["10,000,000,000", MOST],
])("en: %s", (text, cents) => {
  expect(hundredths(text, "en")).toBe(cents);
});

test.each([
  ["1234,56", 123_456],
  ["1 234,56", 123_456],
  ["1\u00a0234,56", 123_456],
  ["1\u202f234\u202f567", 123_456_700],
  ["225,01", 22_501],
  ["12.5", 1_250],
  ["0,5", 50],
])("pl: %s", (text, cents) => {
  expect(hundredths(text, "pl")).toBe(cents);
});

test.each([
  ["en", "1,234.567"],
  ["en", "1.234,56"],
  ["en", "1.234"],
  ["en", "1,2345"],
  ["en", "12,34,567"],
  ["en", "1,234,56"],
  ["en", "33.333"],
  ["pl", "1.234,56"],
  ["pl", "1,234.56"],
  ["pl", "1,234"],
  ["pl", "1.234"],
  ["pl", "33,333"],
])("%s: %s is read as nothing rather than as something else", (language, text) => {
  expect(hundredths(text, language as "en" | "pl")).toBeNull();
});

test.each([
  "",
  " ",
  "-",
  "1e5",
  "0x10",
  "--1",
  "1-",
  "+5",
  "5 %",
  "12 zł",
  ".5",
  "5.",
  "NaN",
  "9".repeat(17),
  "10000000000.01",
])("%j is no sum", (text) => {
  expect([hundredths(text, "en"), hundredths(text, "pl")]).toEqual([null, null]);
});

test.each(["en", "pl"] as const)("an amount formatted in %s is parsed to the same value", (language) => {
  for (const value of [0, 5, 123_456, -123_456, 100_000, 123_456_789, MOST]) {
    expect(hundredths(written(value, language), language)).toBe(value);
  }
  expect(hundredths(written(1_250, language, 0), language)).toBe(1_250);
});
