import type { Schema, Tool } from "@sitewright/sdk";
import { expect, test } from "vitest";
import { inputFor, sharedInput } from "./shared-input";

const tool = (properties: Record<string, Schema>, ...required: string[]) =>
  ({ input: { properties, required } }) as unknown as Tool;

const text: Schema = { type: "string", title: "Text" };

test("the form has the fields common to all tools, and those that any of them requires", () => {
  const search = tool(
    { tone: text, product: text, keywords: { type: "array" }, paths: text },
    "product",
    "keywords",
  );
  const feed = tool({ product: { ...text, title: "What" }, tone: text, offer: text }, "product");
  const { properties, required } = sharedInput([search, feed]);
  expect(Object.keys(properties ?? {})).toEqual(["product", "keywords", "tone"]);
  expect(required).toEqual(["product", "keywords"]);
});

test("a field with other choices or limits in another tool is not shared", () => {
  const button = (...choices: string[]): Schema => ({
    type: "string",
    oneOf: choices.map((choice) => ({ const: choice, title: choice })),
  });
  const { properties } = sharedInput([
    tool({ button: button("a", "b") }),
    tool({ button: button("a", "c") }),
  ]);
  expect(properties).toEqual({});
});

test("a single tool has all its fields, and no tool has none", () => {
  expect(Object.keys(sharedInput([tool({ a: text, b: text })]).properties ?? {})).toEqual(["a", "b"]);
  expect(sharedInput([]).properties).toEqual({});
});

test("a tool gets only its own fields", () => {
  expect(inputFor(tool({ a: text }), { a: 1, b: 2 })).toEqual({ a: 1 });
});
