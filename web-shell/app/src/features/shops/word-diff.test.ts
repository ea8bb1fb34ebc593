import { expect, test } from "vitest";
import { diffWords, piecesOf, wordsOf } from "./word-diff";

/** Both texts with their changes in brackets. */
function shown(before: string, after: string): [string, string] {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const diff = diffWords(one, other);
  const mark = (words: string[], kept: boolean[]) =>
    piecesOf(words, kept)
      .map(({ text, isKept }) => (isKept ? text : `[${text}]`))
      .join("");
  return [mark(one, diff.before), mark(other, diff.after)];
}

/** Numbers of which each follows from the one before. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

test("words keep their whitespace", () => {
  const text = "  A cup,\n450 ml.\n";
  expect(wordsOf(text)).toEqual(["  ", "A ", "cup,\n", "450 ", "ml.\n"]);
  expect(wordsOf(text).join("")).toBe(text);
  expect(wordsOf("")).toEqual([]);
});

test("a changed word is marked in both texts", () => {
  expect(shown("A blue cup of stoneware", "A green cup of stoneware")).toEqual([
    "A [blue ]cup of stoneware",
    "A [green ]cup of stoneware",
  ]);
});

test("words are added and removed at the ends and inside", () => {
  expect(shown("cup of stoneware", "cup of stoneware, by hand")).toEqual([
    "cup of [stoneware]",
    "cup of [stoneware, by hand]",
  ]);
  expect(shown("The large blue cup", "The cup")).toEqual(["The [large blue ]cup", "The cup"]);
});

test("whitespace alone is no change", () => {
  expect(shown("one  two\nthree", "one two three")).toEqual(["one  two\nthree", "one two three"]);
});

test("empty texts and equal texts have no pieces between", () => {
  expect(shown("", "new text")).toEqual(["", "[new text]"]);
  expect(shown("old text", "")).toEqual(["[old text]", ""]);
  expect(shown("same text", "same text")).toEqual(["same text", "same text"]);
});

test("a text that was written again is replaced as a whole", () => {
  const [before, after] = shown(
    "Produkt wysokiej jakości w bardzo atrakcyjnej cenie dla każdego klienta naszego sklepu",
    "Kubek w kobaltowe kropki mieści 450 ml i nadaje się do zmywarki oraz mikrofali",
  );
  expect(before).toMatch(/^\[[^\]]*\]$/);
  expect(after).toMatch(/^\[[^\]]*\]$/);
});

test("a short word between two changes belongs to the change", () => {
  expect(
    shown(
      "This is a long text with old and bad words at its end",
      "This is a long text with new and good words at its end",
    ),
  ).toEqual([
    "This is a long text with [old and bad ]words at its end",
    "This is a long text with [new and good ]words at its end",
  ]);
});

test("moved sentences are kept once", () => {
  const [a, b, c] = ["First sentence about clay. ", "Second one about glaze. ", "Third one about fire. "];
  const [before, after] = shown(a + b + c, a + c + b);
  expect(before).toContain("First sentence about clay.");
  expect(after.replaceAll(/[[\]]/g, "")).toBe(a + c + b);
});

test("kept words are the same on both sides, whatever the texts are", () => {
  for (let round = 1; round <= 200; round++) {
    const random = sequence(round);
    const text = () => Array.from({ length: random(60) }, () => `w${random(12)} `);
    const [before, after] = [text(), text()];
    const diff = diffWords(before, after);
    const of = (words: string[], kept: boolean[]) => words.filter((_, place) => kept[place]);
    expect(of(before, diff.before)).toEqual(of(after, diff.after));
  }
});

test("long texts without a common order are compared", () => {
  const random = sequence(7);
  const text = (variety: number) => Array.from({ length: 2_000 }, () => `w${random(variety)} `);
  for (const variety of [30, 400, 5_000]) {
    const [before, after] = [text(variety), text(variety)];
    const diff = diffWords(before, after);
    expect([diff.before.length, diff.after.length]).toEqual([2_000, 2_000]);
  }
});
