import { expect, test } from "vitest";
import { glued } from "./typography";
import cases from "./typography.cases.json" with { type: "json" };

const shown = (text: string, language?: string) => glued(text, language).replaceAll("\u00a0", "~");

// The server has the same rules and the same cases (`host/platform/src/typography.rs`).
test.each(cases)("u_typography glues $text", ({ language, text, glued: expected }) => {
  expect(shown(text, language)).toBe(expected);
});

test("u_typography keeps the length of a text", () => {
  const text = "Rzut z wyskoku\nw hali";
  expect(shown(text)).toHaveLength(text.length);
  expect(glued(text).replaceAll("\u00a0", " ")).toBe(text);
});
