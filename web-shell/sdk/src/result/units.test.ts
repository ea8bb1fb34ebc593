import { expect, test } from "vitest";
import { bytes, graphemes, utf16, width, words, xWeight } from "./units";

test("characters are what people see, bytes and UTF-16 units what machines store", () => {
  const family = "👨‍👩‍👧‍👦";
  expect([graphemes(family), utf16(family), bytes(family)]).toEqual([1, 11, 25]);
  expect([graphemes("zażółć"), utf16("zażółć"), bytes("zażółć")]).toEqual([6, 6, 10]);
  expect(graphemes("e\u0301")).toBe(1);
});

test("signs alone are no words", () => {
  expect(words("Ala – ma 2 koty … !")).toBe(4);
  expect(words(" \n ")).toBe(0);
});

test("width units of Google Ads count wide characters twice", () => {
  expect(width("Zażółć 12 zł")).toBe(12);
  expect(width("東京 A")).toBe(6);
  expect(width("カｶ")).toBe(3);
});

// What twitter-text 3.1.0 answers: 2062 texts were compared, of which these keep the rules apart.
test.each([
  ["", 0],
  ["zażółć gęślą jaźń", 17],
  ["„tak” – nie", 11],
  ["…", 2],
  ["5 €", 4],
  ["日本", 4],
  ["e\u0301", 1],
  ["👨‍👩‍👧‍👦", 2],
  ["🇵🇱", 2],
  ["👍🏽", 2],
  ["1️⃣", 2],
  ["✔", 2],
  ["©", 1],
  ["see example.com now", 31],
  ["buty.pl", 23],
  ["np.w godz.12.30", 15],
  ["sklep.com.pl/x, ok", 27],
  ["foo@bar.com", 11],
  ["http://x", 8],
  ["www.", 4],
  ["(https://example.com/x),", 26],
  ["https://pl.wikipedia.org/wiki/Pies_(domowy)", 23],
  ["https://sklep.pl/łąka.", 24],
  ["—https://a.pl", 24],
])("a post on X: %s weighs %i", (text, weight) => {
  expect(xWeight(text)).toBe(weight);
});
