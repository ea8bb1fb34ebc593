import { expect, test } from "vitest";
import { arial } from "./arial";

test("widths are those of Arial, as the generators measure them", () => {
  expect(arial("", 20)).toBe(0);
  expect(arial("00000000", 20)).toBe(89);
  expect(arial("ąćęńóśźż", 20)).toBe(arial("acenoszz", 20));
  expect(arial("Buty do biegania – darmowa dostawa od 199 zł | Biegownia", 20)).toBe(529);
  expect(arial("Running shoes – free delivery over £60 | Stride & Co", 20)).toBe(467);
});

test("marks take no room and emoji take one em", () => {
  expect(arial("e\u0301", 20)).toBe(arial("e", 20));
  expect(arial("🎉", 20)).toBe(20);
});
