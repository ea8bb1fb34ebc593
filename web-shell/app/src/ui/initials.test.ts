import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Zofia Łąka", "ZŁ"],
  ["anna maria nowak", "AM"],
  ["Ż", "Ż"],
  ["👩‍👩‍👧‍👦 Kowalscy", "👩‍👩‍👧‍👦K"],
  ["🇵🇱", "🇵🇱"],
  ["e\u0301lan", "E\u0301"],
  ["  Jan  ", "J"],
  ["", ""],
])("%j is %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
