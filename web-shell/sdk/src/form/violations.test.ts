import { expect, test } from "vitest";
import serverEn from "../../../../host/locales/en.json";
import serverPl from "../../../../host/locales/pl.json";
import en from "../i18n/en.json";
import pl from "../i18n/pl.json";

/** The keys of the form's messages, by the server's keys for the same broken rule. */
const SAME = {
  required: "validation.required",
  short: "validation.too-short",
  long: "validation.too-long",
  low: "validation.at-least",
  high: "validation.at-most",
  few: "validation.too-few",
  many: "validation.too-many",
  url: "validation.url",
} as const;

type Said = Record<string, string | Record<string, string>>;

test.each([
  ["en", en.violation, serverEn as Said],
  ["pl", pl.violation, serverPl as Said],
])(
  "the form and the server have the same message for a broken rule: %s",
  (_, browser: Record<string, string>, server) => {
    for (const [name, key] of Object.entries(SAME)) {
      const expected = server[key];
      const many = typeof expected === "string" ? expected : expected?.many;
      const text = browser[name] ?? browser[`${name}_other`];
      expect(text?.replace("{{limit}}", "5")).toBe(many?.replace(/\{(min|max)\}/, "5"));
    }
  },
);
