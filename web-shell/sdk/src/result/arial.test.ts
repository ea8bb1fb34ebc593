import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import titles from "../../../../plugins/sdk/fixtures/titles.json";
import { arial, SEARCH_RESULT } from "./arial";

test("the tool and the server know the same widths of search results", () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  const tool = read("plugins/seo-metatags/src/lib.rs");
  const server = read("host/platform/src/search_results.rs");
  for (const [name, { most }] of Object.entries(SEARCH_RESULT)) {
    expect(tool).toMatch(new RegExp(`limit\\(pixels_${name}, min = \\d+, max = ${most}, `));
    expect(server).toContain(`${name.toUpperCase()}: u32 = ${most};`);
  }
});

test("widths are those of Arial, like those of the generators", () => {
  expect(arial("", 20)).toBe(0);
  // 1139 units each.
  expect(arial("00000000", 20)).toBe(89);
  expect(arial("Wi", 14)).toBe(Math.ceil(((1933 + 455) * 14) / 2048));
  expect(arial("Buty do biegania – darmowa dostawa od 199 zł | Biegownia", 20)).toBe(529);
  expect(arial("Running shoes – free delivery over £60 | Stride & Co", 20)).toBe(467);
});

// Measured by `web-shell/e2e/tests/pixels.spec.ts`: a title, its width at 20 px and at 14 px.
test("titles are as wide as Chromium draws them", () => {
  expect(titles).toHaveLength(500);
  for (const [title, at20, at14] of titles as [string, number, number][]) {
    for (const [size, drawn] of [
      [20, at20],
      [14, at14],
    ] as const) {
      expect(Math.abs(arial(title, size) - drawn), title).toBeLessThanOrEqual(drawn * 0.01);
    }
  }
});

test("pairs are kerned", () => {
  // 1251 + 1139 units, less 227.
  expect(arial("To", 20)).toBe(Math.ceil((2163 * 20) / 2048));
  expect(arial("a\u00a0A", 20)).toBe(arial("a A", 20));
});

test("Polish letters have the width of their base", () => {
  expect(arial("ąćęńóśźż", 20)).toBe(arial("acenoszz", 20));
  expect(arial("ł", 20)).toBe(arial("l", 20));
});

test("combining marks have no width", () => {
  expect(arial("x\u0301", 20)).toBe(arial("x", 20));
  expect(arial("T\u200fo", 20)).toBe(arial("To", 20));
});

test.each(["🎉", "👨‍👩‍👧‍👦", "🇵🇱", "❤️", "👍🏽"])("%s takes five quarters of an em", (emoji) => {
  expect(arial(emoji, 20)).toBe(25);
});

test.each([
  ["Te\u0301o", "Téo"],
  ["i\u0302le", "île"],
  ["z\u0307o\u0301łc\u0301", "żółć"],
  ["Te\u0328cza", "Tęcza"],
])("decomposed letters are drawn as whole ones: %s", (apart, whole) => {
  expect(arial(apart, 20)).toBe(arial(whole, 20));
});
