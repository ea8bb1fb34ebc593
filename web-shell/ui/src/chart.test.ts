import { describe, expect, test } from "vitest";
import { roundUp } from "./chart";

describe("the top of an axis", () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [21, 25],
    [780, 1000],
    [1001, 2000],
  ])("above %i is %i", (value, top) => expect(roundUp(value)).toBe(top));
});
