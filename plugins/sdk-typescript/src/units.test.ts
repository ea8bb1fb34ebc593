import { expect, test } from "vitest";
import conformance from "../../sdk/src/units/weighted/conformance.json";
import { bare, graphemes, measure, splitGraphemes, weighted, words } from "./units";

test.each([
  ["", 0],
  ["zażółć", 6],
  ["👨‍👩‍👧‍👦🇵🇱", 2],
  ["e\u0301", 1],
  ["a\r\nb", 3],
  ["שלום", 4],
  ["„a”🎉b🎉\u0301c–", 8],
  ["👍🏽👍🏽", 2],
  ["1️⃣2", 2],
  ["é\u0301\u0302x", 2],
])("characters are those that users see: %j", (text, count) => {
  expect(graphemes(text)).toBe(count);
});

test("texts are split like Intl.Segmenter splits them", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const text of [
    "🇵🇱🇵🇱🇵 👨‍👩‍👧‍👦",
    "क्ष म",
    "가각한",
    "a\u0301\u0302b",
    "✔️ ❤️",
    "\u0600a",
    "\r\n\n\u0007",
  ]) {
    expect(splitGraphemes(text)).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
  }
});

test("each unit has its own count", () => {
  expect(measure("bytes", "łódź")).toBe(7);
  expect(measure("utf16", "🎉ł")).toBe(3);
  expect(measure("width", "東京 A")).toBe(6);
  expect(measure("width", "Zażółć 12 zł")).toBe(12);
  expect(words("Ala – ma 2 koty … !")).toHaveLength(4);
  expect(words("e-mail don't")).toHaveLength(2);
  expect(bare("„dom”,")).toBe("dom");
});

interface Case {
  description: string;
  text: string;
  repeated?: string;
  times?: number;
  weight: number;
}

test.each(conformance.emoji_whole as Case[])("a published case of X: $description", (published) => {
  const { text, repeated = "", times = 0, weight } = published;
  expect(weighted(text.replaceAll("{repeated}", repeated.repeat(times)))).toBe(weight);
});

test.each([
  ["zażółć gęślą jaźń", 17],
  ["„tak” – nie", 11],
  ["…", 2],
  ["5 €", 4],
  ["日本", 4],
  ["e\u0301", 1],
  ["z\u0307o\u0301łc\u0301", 4],
  ["x\u0301", 2],
  ["a\r\nb", 4],
  ["🎉", 2],
  ["👨‍👩‍👧‍👦", 2],
  ["1️⃣", 2],
  ["https://example.com/a/very/long/path?with=query&and=more", 23],
  ["see (https://example.com/x), now", 4 + 1 + 23 + 2 + 4],
  ["HTTPS://ŻÓŁW.pl/ścieżka", 23],
  ["https://example.newending/x", 27],
  ["www.example.com.", 24],
  ["Na żółw.pl/kup?x=1! Albo example.online.", 3 + 23 + 7 + 23 + 1],
  ["https://en.wikipedia.org/wiki/Rust_(programming_language)", 23],
  ["(https://example.com/a)", 25],
  ["anna@example.com", 16],
  ["@example.com #example.com", 25],
  ["v1.2.3 node.js www. e.g. https://localhost", 42],
  ["5.zł i 7.30", 11],
])("a post on X: %j", (text, weight) => {
  expect(weighted(text)).toBe(weight);
});
