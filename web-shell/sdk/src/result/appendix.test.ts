import { expect, test } from "vitest";
import { appendicesOf, codeOf } from "./appendix";
import type { ResultField } from "./fields";

const field = (text: string): ResultField => ({
  name: "a",
  title: "A",
  format: "plain",
  editable: true,
  text,
});
const CODE = '```json\n{ "name": "5 * 3 <b>" }\n```';

test("p10: the text below the fields of a variant is its appendix", () => {
  const text = `**Question**\n\n5 \\* 3 \\<b>?\n\n**Answer**\n\n- one\n- two words\n\n${CODE}`;
  expect(appendicesOf(text, [[field("5 * 3 <b>?"), field("- one\n- two words")]])).toEqual([CODE]);
  expect(appendicesOf("Only a text.", [[field("Only a text.")]])).toEqual([""]);
  expect(appendicesOf(`A text that was edited elsewhere.\n\n${CODE}`, [[field("Another text")]])).toEqual([
    "",
  ]);
});

test("p10: each of several variants has its own", () => {
  const text = `## Variant 1\n\nZażółć.\n\n${CODE}\n\n## Variant 2\n\nGęślą 😀.`;
  expect(appendicesOf(text, [[field("Zażółć.")], [field("Gęślą 😀.")]])).toEqual([CODE, ""]);
  // Headings from another source.
  expect(appendicesOf("## One\n\na\n\n## Two\n\nb\n\n## Three", [[field("a")], [field("b")]])).toEqual([]);
});

test("p10: code is copied without its fence", () => {
  expect(codeOf(CODE)).toBe('{ "name": "5 * 3 <b>" }');
  expect(codeOf(`${CODE}\n\nAnd more.`)).toBeNull();
  expect(codeOf(`${CODE}\n\n${CODE}`)).toBeNull();
  expect(codeOf("A note.")).toBeNull();
});
