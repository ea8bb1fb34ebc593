import { describe, expect, test } from "vitest";
import { numberIn, numberText, readNumber } from "./numbers";

describe("a whole number", () => {
  const read = (text: string, language = "en") =>
    readNumber(text, language, { least: 1, most: 10_000, decimals: 0 });

  test.each([
    ["10", "en", 10],
    [" 1,000 ", "en", 1000],
    ["1 000", "pl", 1000],
    ["1\u00a0000", "pl", 1000],
    ["1 000", "en", 1000],
  ])("%j in %s is %i", (text, language, value) => expect(read(text, language)).toBe(value));

  test.each([
    ["-5", { key: "low", limit: 1 }],
    ["\u22125", { key: "low", limit: 1 }],
    ["1e9", { key: "whole", limit: 0 }],
    ["1.5", { key: "whole", limit: 0 }],
    ["1,5", { key: "whole", limit: 0 }],
    ["10k", { key: "whole", limit: 0 }],
    ["ten", { key: "whole", limit: 0 }],
    ["10001", { key: "high", limit: 10_000 }],
    ["9".repeat(400), { key: "high", limit: 10_000 }],
  ])("is not %j", (text, problem) => expect(read(text)).toEqual(problem));

  test("is not a Polish text that may be 1.5 or 1500", () =>
    expect(read("1.500", "pl")).toEqual({ key: "whole", limit: 0 }));

  test("without a limit is one that JavaScript stores exactly", () =>
    expect(readNumber("99999999999999999999", "en", { decimals: 0 })).toEqual({
      key: "high",
      limit: Number.MAX_SAFE_INTEGER,
    }));
});

describe("a number with decimals", () => {
  test("has the mark of either language", () => {
    expect(numberIn("0,125", "pl")).toBe(0.125);
    expect(numberIn("0.125", "pl")).toBe(0.125);
    expect(numberIn("2,5", "en")).toBe(2.5);
    expect(numberIn("1,234.5", "en")).toBe(1234.5);
  });

  test("has no more decimals than its rule allows", () =>
    expect(readNumber("1.005", "en", { decimals: 2 })).toEqual({ key: "decimals", limit: 2 }));
});

test.each(["en", "pl"])("a written number is read again in %s", (language) => {
  for (const value of [0, 5, 1000, 12_345_678, 0.000_125, 1234.5])
    expect(numberIn(numberText(value, language), language)).toBe(value);
});
