import { expect, test } from "vitest";
import { glued } from "./typography";

const shown = (text: string, language?: string) => glued(text, language).replaceAll("\u00a0", "~");

test.each([
  ["po polsku i po angielsku", "po polsku i~po angielsku"],
  ["Tytuł SEO i meta description", "Tytuł SEO i~meta description"],
  ["A w sobotę, i z makiem", "A~w~sobotę, i~z~makiem"],
  ["(o ósmej) „w domu”", "(o~ósmej) „w~domu”"],
  ["61 847 12 / 30", "61~847~12~/~30"],
  ["bochenek 800 g za 12,50 zł, 95 % żyta, 3 mm", "bochenek 800~g za 12,50~zł, 95~% żyta, 3~mm"],
  ["{{price}} zł i {{used}} / {{limit}}", "{{price}}~zł i~{{used}}~/~{{limit}}"],
  ["**w** sobotę w ", "**w** sobotę w~"],
  ["zostało 12 miejsc w 3 grupach", "zostało 12~miejsc w~3~grupach"],
  ["tel. 61 847 12 30, do 18:00", "tel. 61~847~12~30, do 18:00"],
])("u_typography glues %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each(["Rzut z wyskoku\nw hali", "https://example.com/a i", "2024 2025", "12 Gości", "a-i b", "x.a y"])(
  "u_typography keeps the length of a text: %s",
  (text) => {
    expect(shown(text)).toHaveLength(text.length);
    expect(glued(text).replaceAll("\u00a0", " ")).toBe(text);
  },
);

test("u_typography glues a number to its unit in other languages, and nothing else", () => {
  expect(shown("I saw a loaf of 800 g, a file of 5 MB and 12 people", "en")).toBe(
    "I saw a loaf of 800~g, a file of 5~MB and 12 people",
  );
});
