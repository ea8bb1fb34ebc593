import { expect, test } from "vitest";
import type { Schema } from "../shapes";
import { askedFields, defaultsOf, errorsByField, fieldsOf, inputOf, violationsOf } from "./fields";

const schema: Schema = {
  type: "object",
  required: ["topic", "tone"],
  properties: {
    topic: { type: "string", title: "Topic", maxLength: 10, minLength: 2, "x-widget": "textarea" },
    tone: {
      title: "Tone",
      default: "warm",
      oneOf: [
        { const: "warm", title: "Warm" },
        { const: "dry", title: "Dry" },
      ],
    },
    link: { type: ["string", "null"], "x-widget": "url" },
    count: { type: "integer", minimum: 1, maximum: 5, default: 3, "x-widget": "slider" },
    length: {
      type: "integer",
      oneOf: [
        { const: 50, title: "Short" },
        { const: 100, title: "Long" },
      ],
    },
    words: { type: "array", items: { type: "string" }, maxItems: 2, "x-section": "more" },
    emoji: { type: "boolean", default: true, "x-widget": "switch" },
    title: { type: "string" },
    budget: { type: "number" },
  },
};
const fields = fieldsOf(schema);
const broken = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(violationsOf(fields, values)).map(([name, { key }]) => [name, key]));

test("each property becomes the input its schema asks for, in order", () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ["topic", "textarea"],
    ["tone", "choice"],
    ["link", "url"],
    ["count", "slider"],
    ["length", "choice"],
    ["words", "tags"],
    ["emoji", "switch"],
    ["title", "text"],
    ["budget", "number"],
  ]);
  expect(fields.filter(({ folded }) => folded).map(({ name }) => name)).toEqual(["words"]);
  expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(["topic", "tone"]);
});

test("defaults fill the form", () => {
  expect(defaultsOf(fields)).toEqual({ tone: "warm", count: 3, emoji: true });
});

test("the language defaults to the project's language if the tool follows it", () => {
  const schema = { properties: { language: { oneOf: [{ const: "en" }, { const: "pl" }], default: "en" } } };
  const languages = ["pl", "pl-PL", "es", null].map(
    (project) => defaultsOf(fieldsOf(schema), project).language,
  );
  expect(languages).toEqual(["pl", "pl", "en", "en"]);
});

test("sent input has no empty values, and choices keep the type of their schema", () => {
  const values = {
    topic: " Bread ",
    tone: "dry",
    link: "",
    length: "100",
    words: [],
    emoji: false,
    count: 2,
  };
  expect(inputOf(fields, values)).toEqual({
    topic: "Bread",
    tone: "dry",
    length: 100,
    emoji: false,
    count: 2,
  });
});

test("rules that do not need the server are checked at once", () => {
  expect(broken({ tone: "warm" })).toEqual({ topic: "required" });
  expect(broken({ topic: "   ", tone: "" })).toEqual({ topic: "required", tone: "required" });
  expect(broken({ topic: "much too long", tone: "dry" })).toEqual({ topic: "long" });
  // Leading and trailing spaces are not sent.
  expect(broken({ topic: "ten signs!  \n", tone: "dry" })).toEqual({});
  expect(broken({ topic: "x", tone: "dry", link: "no address", count: 9, words: ["a", "b", "c"] })).toEqual({
    topic: "short",
    link: "url",
    count: "high",
    words: "many",
  });
});

test("what was typed as a number has to be one", () => {
  const form = fieldsOf({
    type: "object",
    properties: { tags: { type: "integer", minimum: 0, maximum: 30 } },
  });
  const keyOf = (tags: unknown) => violationsOf(form, { tags }).tags?.key;
  expect(["-", "1e1", -7, "2.5", 2.5, 31, "10", 10].map(keyOf)).toEqual([
    "whole",
    "whole",
    "low",
    "whole",
    "whole",
    "high",
    undefined,
    undefined,
  ]);
  expect(inputOf(form, { tags: "10" })).toEqual({ tags: 10 });
});

test("length counts graphemes, not UTF-16 units", () => {
  expect(broken({ topic: "🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐", tone: "dry" })).toEqual({});
});

test("server errors are matched to their field at any depth", () => {
  const errors = { "input.topic": ["Too vague", "Too short"], "input.words.1": ["Odd"], title: ["Missing"] };
  expect(errorsByField(errors)).toEqual({ topic: "Too vague", words: "Odd", title: "Missing" });
});

test("the form of address is requested if the language of the text has one", () => {
  const fields = fieldsOf({
    type: "object",
    properties: { language: { type: "string" }, address_form: { type: "string" } },
  });
  const asked = (language?: string) => askedFields(fields, { language }).map(({ name }) => name);
  expect(asked("en")).toEqual(["language"]);
  expect(asked("pl")).toEqual(["language", "address_form"]);
  expect(asked()).toEqual(["language", "address_form"]);
});
