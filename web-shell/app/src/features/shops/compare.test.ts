// @vitest-environment jsdom
import { expect, test } from "vitest";
import { compareTexts, lettersOf, wordCount } from "./compare";

const shown = (blocks: ReturnType<typeof compareTexts>["before"]) =>
  blocks.map(
    ({ kind, pieces }) => `${kind}: ${pieces.map((p) => (p.isKept ? p.text : `[${p.text}]`)).join("")}`,
  );

test("HTML is compared as it is read, by block", () => {
  const { before, after, isSame, isNew } = compareTexts(
    "<p>A blue cup of stoneware.</p><p>Holds 300 ml.</p>",
    "<h2>Details</h2><p>A blue <b>cup</b> of stoneware.</p><ul><li>Holds 450 ml.</li></ul>",
    "html",
  );
  expect(shown(before)).toEqual(["text: A blue cup of stoneware.", "text: Holds [300 ]ml."]);
  expect(shown(after)).toEqual([
    "heading: [Details]",
    "text: A blue cup of stoneware.",
    "entry: Holds [450 ]ml.",
  ]);
  expect([isSame, isNew]).toEqual([false, false]);
});

test("other elements around the same words are no change of the words", () => {
  expect(compareTexts("<div>Same words</div>", "<p>Same <b>words</b></p>", "html").isSame).toBe(true);
});

test("a text without common words is new", () => {
  expect(compareTexts("", "<p>New text</p>", "html").isNew).toBe(true);
  expect(compareTexts("old", "new", "line").isNew).toBe(true);
});

test("lengths are counted as the shop counts them", () => {
  expect(lettersOf("Kubek 😀")).toBe(7);
  expect(wordCount("<p>Two words</p><script>none</script>", "html")).toBe(2);
});
