import { expect, test } from "vitest";
import { changesOf } from "./product-changes";
import { EMPTY } from "./products";

const ALL = ["email", "newsletter", "translate"];

test("an edit without changes has no effects", () => {
  expect(changesOf(EMPTY, { ...EMPTY, description_en: "…" }, ALL)).toEqual([]);
});

test("a change from all tools to a list removes the others, and vice versa", () => {
  const listed = { ...EMPTY, all_tools: false, tools: ["email"] };
  expect(changesOf(EMPTY, listed, ALL)).toEqual([{ kind: "lose", tools: ["newsletter", "translate"] }]);
  expect(changesOf(listed, EMPTY, ALL)).toEqual([{ kind: "gain", tools: ["newsletter", "translate"] }]);
});

test("limits, words, pages, prices and the offer are listed one by one", () => {
  const before = { ...EMPTY, projects: 5, ai_words: 100, pages: 5 };
  const after = {
    ...EMPTY,
    projects: null,
    bulk_rows: 10,
    ai_words: 50,
    pages: 8,
    annual_pln: 1,
    own_model: true,
    on_offer: false,
  };
  expect(changesOf(before, after, ALL)).toEqual([
    { kind: "projects", before: 5, after: null },
    { kind: "bulk_rows", before: null, after: 10 },
    { kind: "ai_words", before: 100, after: 50 },
    { kind: "pages", before: 5, after: 8 },
    { kind: "price" },
    { kind: "own_model" },
    { kind: "archive" },
  ]);
});
