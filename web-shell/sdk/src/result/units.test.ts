import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import conformance from "../../../../plugins/sdk/src/units/weighted/conformance.json";
import { ACCENTS, ENDINGS, FOREIGN_ENDINGS } from "../../../../plugins/sdk-typescript/src/generated/tables";
import { composed } from "./letters";
import { punycodeLength, unicodeHost } from "./punycode";
import { hostOf } from "./site-name";
import { bytes, graphemes, utf16, width, words, xWeight } from "./units";

/** Decodes a Rust string literal. */
const unescaped = (text: string) =>
  text
    .replaceAll(/\\u\{(\w+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("\\r", "\r")
    .replaceAll("\\n", "\n");

/** The pairs of a text and a value in a test of the generators, so that both sides use the same cases. */
function casesOf(file: string): [text: string, figure: number][] {
  const source = readFileSync(path.join(import.meta.dirname, "../../../../plugins/sdk/src", file), "utf8");
  return [...source.matchAll(/\("([^"]*)",\s*([\d+ ]+)\)/g)].map(([, text = "", sum = ""]) => [
    unescaped(text),
    sum.split("+").reduce((total, figure) => total + Number(figure), 0),
  ]);
}

test("characters are graphemes; bytes and UTF-16 units are storage sizes", () => {
  const family = "👨‍👩‍👧‍👦";
  expect([graphemes(family), utf16(family), bytes(family)]).toEqual([1, 11, 25]);
  expect([graphemes("zażółć"), utf16("zażółć"), bytes("zażółć")]).toEqual([6, 6, 10]);
  expect(casesOf("units.rs").length).toBeGreaterThanOrEqual(10);
});

test.each(casesOf("units.rs"))("%j has as many characters as the generators count: %i", (text, count) => {
  expect(graphemes(text)).toBe(count);
});

test("signs alone are not words", () => {
  expect(words("Ala – ma 2 koty … !")).toBe(4);
  expect(words("e-mail don't")).toBe(2);
  expect(words(" \n ")).toBe(0);
  // The same definitions of white space and letters as in the generators.
  expect(words("a\u0085b\ufeffc")).toBe(2);
  expect(words("Ⓐ ½ – ।")).toBe(2);
});

test("width units of Google Ads count wide characters twice", () => {
  expect(width("Zażółć 12 zł")).toBe(12);
  expect(width("東京 A")).toBe(6);
  expect(width("カｶ")).toBe(3);
  expect(width("a\r\nb")).toBe(4);
  expect(casesOf("units/width.rs").length).toBeGreaterThanOrEqual(8);
});

test.each(casesOf("units/width.rs"))(
  "%j is as wide in Google Ads as the generators measure: %i",
  (text, units) => {
    expect(width(text)).toBe(units);
  },
);

test("the generators' test posts on X are read", () => {
  expect(casesOf("units/weighted/tests.rs").length).toBeGreaterThanOrEqual(30);
});

test.each(casesOf("units/weighted/tests.rs"))("a post on X: %j weighs %i", (text, weight) => {
  expect(xWeight(text)).toBe(weight);
});

test.each(["🎉", "👨‍👩‍👧‍👦", "🇵🇱", "👍🏽", "✔️", "1️⃣"])("%s weighs two", (emoji) => {
  expect(xWeight(emoji)).toBe(2);
});

interface Case {
  description: string;
  text: string;
  repeated?: string;
  times?: number;
  weight: number;
}

test.each(conformance.emoji_whole as Case[])("a post on X, as published: $description", (published) => {
  const { text, repeated = "", times = 0, weight } = published;
  expect(xWeight(text.replaceAll("{repeated}", repeated.repeat(times)))).toBe(weight);
});

// The results of twitter-text 3.1.0: a subset of 2062 compared texts that distinguishes the rules.
test.each([
  ["", 0],
  ["✔", 2],
  ["©", 1],
  ["see example.com now", 31],
  ["buty.pl", 23],
  ["np.w godz.12.30", 15],
  ["sklep.com.pl/x, ok", 27],
  ["http://x", 8],
  ["www.", 4],
  ["(https://example.com/x),", 26],
  ["https://pl.wikipedia.org/wiki/Pies_(domowy)", 23],
  ["https://sklep.pl/łąka.", 24],
  ["—https://a.pl", 24],
  ["https://sklep.pl:8080/a?b=1&c=2!", 24],
  ["onet.plż", 24],
  ["zobacz\u200fonet.pl", 31],
])("a post on X, counted by X: %s weighs %i", (text, weight) => {
  expect(xWeight(text)).toBe(weight);
});

test("every published ending forms an address", () => {
  expect(ENDINGS.size).toBeGreaterThan(1400);
  for (const ending of ENDINGS) {
    expect(xWeight(`at ohara.${ending}`), ending).toBe(26);
    expect(xWeight(`https://ohara.${ending}/a`), ending).toBe(23);
    expect(xWeight(`ohara.${ending}0`), ending).toBe(`ohara.${ending}0`.length);
  }
  for (const ending of FOREIGN_ENDINGS) expect(xWeight(`at ohara.${ending}`), ending).toBe(26);
});

test("a sequence of labels is scanned once", () => {
  const labels = "a.b.".repeat(20_000);
  expect(xWeight(labels)).toBe(labels.length);
});

test("letters are composed as in the generators", () => {
  const known = new Map(
    ACCENTS.flatMap(([accent, letters]) =>
      (letters.match(/../gu) ?? []).map((pair) => [pair.charAt(0) + accent, pair.charAt(1)] as const),
    ),
  );
  for (let accent = 0x300; accent <= 0x331; accent += 1) {
    for (let letter = 0x20; letter < 0x2200; letter += 1) {
      const pair = String.fromCodePoint(letter, accent);
      if (composed(pair.charAt(0), pair.charAt(1)) !== known.get(pair))
        expect.fail(`${letter.toString(16)} ${accent.toString(16)}`);
    }
  }
});

test.each([
  ["example", "example"],
  ["żółw", "xn--w-uga1v8h"],
  ["bücher", "xn--bcher-kva"],
  ["пример", "xn--e1afmkfd"],
  ["例え", "xn--r8jz45g"],
])("the label %s is as long as name servers see it, and readable", (label, ascii) => {
  expect(punycodeLength([...label].map((letter) => letter.codePointAt(0) ?? 0))).toBe(ascii.length);
  expect(unicodeHost(`www.${ascii}.pl`)).toBe(`www.${label}.pl`);
});

test("a host is shown in Unicode, and unchanged if it is not valid Punycode", () => {
  expect(hostOf("https://www.żółw.pl/a")).toBe("żółw.pl");
  expect(hostOf("https://sklep.gęś-i-kaczka.pl")).toBe("sklep.gęś-i-kaczka.pl");
  expect(hostOf("żółw")).toBe("");
  for (const host of ["xn--.pl", "xn--a.pl", "xn--!.pl", "xn--999999999.pl", "xn---a-b.pl"])
    expect(unicodeHost(host)).toMatch(/\.pl$/);
});
