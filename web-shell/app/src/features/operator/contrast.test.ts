import { expect, test } from "vitest";
import { accent, contrast, isColour, LEAST_CONTRAST, PAGES, TEXT } from "./contrast";
import cases from "./contrast.cases.json";

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

/** The server has the same cases: `colours.rs`. */
test.each(cases)("$colour becomes readable as on the site", ({ colour, ...made }) => {
  expect(accent(colour)).toEqual(made);
  expect(contrast(made.button, TEXT)).toBeGreaterThan(LEAST_CONTRAST);
  expect(contrast(made.light, PAGES.light)).toBeGreaterThan(LEAST_CONTRAST);
  expect(contrast(made.dark, PAGES.dark)).toBeGreaterThan(LEAST_CONTRAST);
});
