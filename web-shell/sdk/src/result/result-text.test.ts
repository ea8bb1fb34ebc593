import { expect, test } from "vitest";
import type { Document, Run, Schema } from "../shapes";
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
const document = (text: string, data: object = { variants: [VARIANT] }) =>
  ({ text, data }) as unknown as Document;

test("a post is copied without the headings of its parts", () => {
  expect(isAsWritten(document(TEXT), OUTPUT, run)).toBe(true);
  expect(textToCopy(document(TEXT), OUTPUT, run)).toBe("Ciepłe bułki\n\nOd siódmej *rano*.\n\n#bulki #chleb");
});

test("an edited post is copied as edited, without the headings", () => {
  const edited = document(`${TEXT.replace("siódmej", "**ósmej**")}\n\n**Zapraszamy**`);
  expect(isAsWritten(edited, OUTPUT, run)).toBe(false);
  expect(textToCopy(edited, OUTPUT, run)).toBe(
    "Ciepłe bułki\n\nOd ósmej *rano*.\n\n- #bulki\n- #chleb\n\nZapraszamy",
  );
});

test("of several variants the one on the screen is copied", () => {
  const other = { ...VARIANT, hook: "Chleb" };
  const text = `## Wariant 1\n\n${TEXT}\n\n## Wariant 2\n\n${TEXT.replace("Ciepłe bułki", "Chleb")}`;
  const data = { variants: [VARIANT, other] };
  const both = { outcome: { text, data } } as unknown as Run;
  expect(textToCopy(document(text, data), OUTPUT, both, 1)).toMatch(/^Chleb\n\nOd/);
  const used = document(TEXT.replace("Ciepłe bułki", "Chleb"), { ...data, chosen: 1 });
  expect(isAsWritten(used, OUTPUT, both)).toBe(true);
});

test("a text without a run keeps its own headings", () => {
  const own = document("## Chleb\n\n**Żytni**", {});
  expect(textToCopy(own, OUTPUT, undefined)).toBe("Chleb\n\nŻytni");
});
