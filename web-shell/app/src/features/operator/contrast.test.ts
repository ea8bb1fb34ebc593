import { expect, test } from "vitest";
import { contrast, isColour, readable } from "./contrast";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["#777777", "#ffffff", 4.48],
])("the contrast of %s and %s is %d", (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBeCloseTo(expected, 2);
});

test.each([
  ["#1f5c47", true],
  ["#1F5C47", true],
  ["1f5c47", false],
  ["#fff", false],
  ["red", false],
])("%s as a colour: %s", (text, expected) => {
  expect(isColour(text)).toBe(expected);
});

test.each(["#1f5247", "#c2185b", "#000000", "#ffffff"])("%s becomes readable in both schemes", (colour) => {
  expect(contrast(readable(colour, "#000000", "#ffffff"), "#ffffff")).toBeGreaterThan(4.5);
  expect(contrast(readable(colour, "#ffffff", "#1e2221"), "#1e2221")).toBeGreaterThan(4.5);
});
