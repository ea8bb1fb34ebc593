import { expect, test } from "vitest";
import type { Check, Schema, Variant } from "../shapes";
import { boundOf, messageOf, ofWhole, remeasure, sizeShape, worthShowing } from "./checks";
import { editedMarkdown, markdownOf, resultFields, variantsOf, variantText } from "./fields";

const check = (change: Partial<Check>): Check => ({
  field: "text",
  unit: "characters",
  value: 300,
  min: null,
  max: 250,
  level: "platform",
  ok: false,
  message: "Too long",
  ...change,
});
const output: Schema = {
  properties: {
    variants: {
      items: { properties: { text: { title: "Post", "x-format": "markdown" }, tags: { title: "Hashtags" } } },
    },
  },
};

test("an edit is measured again if possible, and never shown with an outdated value", () => {
  const checks = [
    check({}),
    check({ unit: "pixels" }),
    check({ unit: "words", max: 3 }),
    check({ field: "title" }),
  ];
  expect(remeasure(checks, "text", "Zażółć gęślą")).toEqual([
    check({ value: 12, ok: true, message: "" }),
    check({ unit: "words", value: 2, max: 3, ok: true, message: "" }),
    check({ field: "title" }),
  ]);
});

test("of passed checks only the tightest limit is shown, and counted items only if they fail", () => {
  const fits = { value: 100, ok: true, message: "" };
  const checks = [
    check({ ...fits, max: 63206 }),
    check({ ...fits, max: 250 }),
    check({ ...fits, unit: "items", max: 3 }),
    check({ unit: "items", value: 5, max: 3 }),
    check({ ...fits, field: "title", max: null }),
  ];
  expect(worthShowing(checks)).toEqual([checks[1], checks[3], checks[4]]);
  const twice = [check({ ...fits, max: 250 }), check({ ...fits, max: 250, level: "hard" })];
  expect(worthShowing(twice)).toEqual([twice[0]]);
});

test("a violation is said in the language of the screen, and in that of the run if there is no other", () => {
  const both = check({ messages: { en: "Too long", pl: "Za długo" } });
  expect(messageOf(both, "pl")).toBe("Za długo");
  expect(messageOf(check({}), "pl")).toBe("Too long");
  expect(remeasure([both], "text", "x".repeat(400)).map((check) => messageOf(check, "pl"))).toEqual([""]);
});

test("the broken bound is shown", () => {
  expect(boundOf(check({}))).toBe(250);
  expect(boundOf(check({ value: 10, min: 40 }))).toBe(40);
  expect(boundOf(check({ min: null, max: null }))).toBeNull();
});

test("p16: an empty part leaves no heading unless something is wrong with it", () => {
  const missing = check({ field: "text", unit: "items", value: 1, max: 0, message: "Missing" });
  const names = (checks: Check[]) =>
    resultFields(output, { text: "", note: "", tags: ["#a"], checks }).map(({ name }) => name);
  expect(names([])).toEqual(["tags"]);
  expect(names([missing])).toEqual(["text", "tags"]);
  const none = { text: "a", tags: [], checks: [check({ field: "tags", unit: "items", value: 0, min: 3 })] };
  expect(resultFields(output, none).map(({ name }) => name)).toEqual(["text", "tags"]);
});

test("u17_ a size is shown with its relevant bound", () => {
  expect(sizeShape(check({}))).toBe("ofBound");
  expect(sizeShape(check({ unit: "items", value: 1, max: 0 }))).toBe("none");
  expect(sizeShape(check({ unit: "items", value: 1, min: 2, max: null }))).toBe("atLeast");
  expect(sizeShape(check({ value: 10, min: 40 }))).toBe("ofBound");
  expect(sizeShape(check({ min: null, max: null }))).toBe("alone");
});

test("u17_ a passed check of the first line is not shown as the size of the whole text", () => {
  const text = "First\nand second";
  const whole = check({ value: text.length, ok: true });
  const line = check({ value: 5, max: 140, ok: true });
  expect(ofWhole([whole, line], text)).toEqual([whole]);
  expect(ofWhole([{ ...line, ok: false }], text)).toHaveLength(1);
});

test("fields have the titles of the schema", () => {
  const fields = resultFields(output, { text: "Hello", tags: ["#a", "#b"], odd: 3, checks: [] });
  expect(fields.map(({ title, format, text, editable }) => [title, format, text, editable])).toEqual([
    ["Post", "markdown", "Hello", true],
    ["Hashtags", "plain", "#a #b", false],
    ["odd", "plain", "3", false],
  ]);
  expect(variantText(fields)).toBe("Hello\n\n#a #b\n\n3");
});

test("unknown data has no variants", () => {
  expect(variantsOf({ rows: [] })).toEqual([]);
  expect(variantsOf(null)).toEqual([]);
});

test("an edit changes one place in the Markdown, or all of it if the place is ambiguous", () => {
  const rewrite = () => "rewritten";
  expect(editedMarkdown("## 1\n\nold\n\n## 2", { before: "old", after: "costs $& more" }, rewrite)).toBe(
    "## 1\n\ncosts $& more\n\n## 2",
  );
  expect(editedMarkdown("old and old", { before: "old", after: "new" }, rewrite)).toBe("rewritten");
  expect(editedMarkdown("other", { before: "old", after: "new" }, rewrite)).toBe("rewritten");
});

test("Markdown made from the data heads its variants", () => {
  const markdown = markdownOf(output, [{ text: "A" }, { text: "B" }], (number) => `Variant ${number}`);
  expect(markdown).toBe("## Variant 1\n\nA\n\n## Variant 2\n\nB");
});

test("the entries of an edited list are counted, and measured by the limits of the list", () => {
  const limit = (field: string, unit: Check["unit"], max: number): Check => ({
    field,
    unit,
    value: 1,
    min: null,
    max,
    level: "hard",
    ok: true,
    message: "",
  });
  const checks = [
    limit("headlines", "items", 2),
    limit("headlines", "items", 0),
    limit("headlines/0", "weighted", 5),
    limit("headlines/1", "weighted", 5),
    limit("path1", "weighted", 15),
  ];
  const after = remeasure(checks, "headlines", ["krótki", "a", "b"], { weighted: (text) => text.length });
  expect(after.map(({ field, unit, value, ok }) => [field, unit, value, ok])).toEqual([
    ["path1", "weighted", 1, true],
    ["headlines", "items", 3, false],
    ["headlines/0", "weighted", 6, false],
    ["headlines/1", "weighted", 1, true],
    ["headlines/2", "weighted", 1, true],
  ]);
});

test("a check of a piece of a part is dropped by an edit, since the piece is unknown", () => {
  const checks = [
    check({ value: 9, max: 2200 }),
    check({ value: 4, max: 125 }),
    check({ field: "other", value: 4 }),
  ];
  const after = remeasure(checks, "text", "nowy tekst", {}, "Tak.\nNie.");
  expect(after.map(({ field, value, max }) => [field, value, max])).toEqual([
    ["text", 10, 2200],
    ["other", 4, 250],
  ]);
});

test("fields keep the order of the schema, whatever the order of the saved data", () => {
  const names = (variant: Variant) => resultFields(output, variant).map(({ name }) => name);
  expect(names({ tags: ["#a"], more: "c", also: "d", text: "b" })).toEqual(["text", "tags", "more", "also"]);
});
