import { readable } from "@sitewright/ui/clip";
import { expect, test } from "vitest";
import type { Document, Run, Schema } from "../shapes";
import { markdownOf } from "./fields";
import { isAsWritten, textToCopy } from "./result-text";

const OUTPUT: Schema = {
  properties: {
    variants: {
      items: {
        properties: { hook: { title: "Hook" }, text: { title: "Text" }, hashtags: { title: "Hashtags" } },
      },
    },
  },
};
const VARIANT = { hook: "Ciepłe bułki", text: "Od siódmej *rano*.", hashtags: ["#bulki", "#chleb"] };
const TEXT =
  "**Zaczepka**\n\nCiepłe bułki\n\n**Tekst**\n\nOd siódmej \\*rano\\*.\n\n**Hashtagi**\n\n- #bulki\n- #chleb";

const run = { outcome: { text: TEXT, data: { variants: [VARIANT] } } } as unknown as Run;
const document = (text: string, data: object = { variants: [VARIANT] }, version = 2) =>
  ({ text, data, version }) as unknown as Document;
const copied = (...args: Parameters<typeof textToCopy>) => readable(textToCopy(...args));
const DRAWN = { isDrawn: true };

test("a post is copied without the headings of its parts", () => {
  expect(isAsWritten(document(TEXT), OUTPUT, run)).toBe(true);
  expect(copied(document(TEXT), OUTPUT, run, DRAWN)).toBe(
    "Ciepłe bułki\n\nOd siódmej *rano*.\n\n#bulki #chleb",
  );
});

test("an edited post is copied as edited, without the headings", () => {
  const edited = document(`${TEXT.replace("siódmej", "**ósmej**")}\n\n**Zapraszamy**`);
  expect(isAsWritten(edited, OUTPUT, run)).toBe(false);
  expect(copied(edited, OUTPUT, run)).toBe(
    "Ciepłe bułki\n\nOd ósmej *rano*.\n\n- #bulki\n- #chleb\n\nZapraszamy",
  );
});

test("of several variants the one on the screen is copied", () => {
  const other = { ...VARIANT, hook: "Chleb" };
  const text = `## Wariant 1\n\n${TEXT}\n\n## Wariant 2\n\n${TEXT.replace("Ciepłe bułki", "Chleb")}`;
  const data = { variants: [VARIANT, other] };
  const both = { outcome: { text, data } } as unknown as Run;
  expect(copied(document(text, data), OUTPUT, both, { place: 1, ...DRAWN })).toMatch(/^Chleb\n\nOd/);
  const used = document(markdownOf(OUTPUT, [other], String), { ...data, chosen: 1 });
  expect(isAsWritten(used, OUTPUT, both)).toBe(true);
});

test("a text without a run keeps its own headings", () => {
  const own = document("## Chleb\n\n**Żytni**", {});
  expect(copied(own, OUTPUT, undefined)).toBe("Chleb\n\nŻytni");
});

const EDITS: Record<string, (text: string) => string> = {
  "a space in a price": (text) => text.replace("Od siódmej", "Od  siódmej"),
  "other punctuation": (text) => text.replace("\\*.", "\\*!!!"),
  "an added emoji": (text) => text.replace("bułki", "bułki 🥐"),
  "a new paragraph": (text) => text.replace("Od siódmej ", "Od siódmej\n\n"),
  "a list without signs": (text) => text.replaceAll("- #", "#"),
  "another level of a heading": (text) => text.replace("**Tekst**", "### Tekst"),
};

test.each(Object.entries(EDITS))("an edit without letters and digits is an edit: %s", (_, edit) => {
  expect(edit(TEXT)).not.toBe(TEXT);
  expect(isAsWritten(document(edit(TEXT)), OUTPUT, run)).toBe(false);
});

test("a line break at the end is no edit, and a text of the first version has none", () => {
  expect(isAsWritten(document(`${TEXT}\n`), OUTPUT, run)).toBe(true);
  expect(isAsWritten(document(TEXT.replace("**Hashtagi**\n\n", ""), undefined, 1), OUTPUT, run)).toBe(true);
});

test("an edit of a field on the page of the tool keeps the surroundings", () => {
  const variant = { ...VARIANT, hook: "Ciepłe bułki!" };
  const text = TEXT.replace("Ciepłe bułki", "Ciepłe bułki!");
  expect(isAsWritten(document(text, { variants: [variant] }), OUTPUT, run)).toBe(true);
  expect(isAsWritten(document(TEXT, { variants: [variant] }), OUTPUT, run)).toBe(false);
  const tags = { ...VARIANT, hashtags: ["#nowe"] };
  const whole = markdownOf(OUTPUT, [tags], String);
  expect(isAsWritten(document(whole, { variants: [tags] }), OUTPUT, run)).toBe(true);
});

test("code below the parts is shown as text, also if nothing was edited", () => {
  expect(isAsWritten(document(`${TEXT}\n\n    <title>`, undefined, 1), OUTPUT, run)).toBe(false);
});

test("a text that was ordered as HTML is copied as HTML, edited or not", () => {
  const ordered = { ...run, input: { format: "html" } } as unknown as Run;
  const properties = { description: { title: "Opis", "x-format": "markdown" } };
  const output: Schema = { properties: { variants: { items: { properties } } } };
  const described = document("## Chleb", { variants: [{ description: "## Chleb" }] }, 1);
  const clip = { parts: [{ text: "## Chleb", isMarkdown: true }], as: "html" };
  expect(textToCopy(described, output, ordered, DRAWN)).toEqual(clip);
  expect(textToCopy(described, output, ordered)).toEqual(clip);
});
