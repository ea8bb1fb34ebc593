import { describe, expect, it } from "vitest";
import { formatsFor } from "./formats";

describe("numbers", () => {
  const values = [
    0, 7, 999, 1000, 1234, 9999, 10_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -12_345,
  ];
  for (const language of ["en", "pl"])
    it(`have the grouping of the platform in ${language}`, () => {
      const { format } = new Intl.NumberFormat(language, { useGrouping: true });
      const { number } = formatsFor(language);
      for (const value of [...values, 0.5, 1234.5, 12_345.67]) expect(number(value)).toBe(format(value));
    });
});
