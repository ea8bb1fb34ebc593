import { arial } from "@sitewright/sdk";
import { expect, test } from "vitest";
import { onPhone, shown } from "./cut";
import { isSound, MEASURES, measured } from "./limits";
import { html, tagsOf } from "./tags";

const check = (field: string, unit: "characters" | "pixels" | "items", min: number | null, max: number) =>
  ({ field, unit, value: 0, min, max, level: "recommended", ok: true, message: "" }) as const;

test("a text that fits is shown in full, a longer one is cut after a word", () => {
  const title = "Running shoes – free delivery over £60 | Stride & Co";
  expect(shown(title, 20, 561)).toEqual({ text: title, isCut: false });
  const cut = shown(title, 20, 360);
  expect(cut).toEqual({ text: "Running shoes – free delivery over …", isCut: true });
  expect(arial(cut.text, 20)).toBeLessThanOrEqual(360);
  expect(shown(title, 20, 400).text).toBe("Running shoes – free delivery over £60 …");
});

test("two lines hold more than one, and less than twice as much", () => {
  const title = "Running shoes – free delivery over £60 | Stride & Co";
  expect(shown(title, 20, 328, 2).isCut).toBe(false);
  expect(shown(`${title} and some more words to fill it`, 20, 328, 2).text).toMatch(/Stride & Co .*…$/);
});

test("a description that a desktop shows in full may be cut on a phone", () => {
  const text = `${"Rye bread on sourdough, baked every night in Poznań. ".repeat(2)}Order by six.`;
  expect(shown(text, 14, 985).isCut).toBe(false);
  expect(onPhone("meta_description", text).isCut).toBe(true);
  expect(onPhone("title", "Rye bread on sourdough").isCut).toBe(false);
});

test("a single overlong word is cut away, and an empty text stays empty", () => {
  expect(shown("x".repeat(200), 20, 561).isCut).toBe(true);
  expect(shown("", 20, 561)).toEqual({ text: "", isCut: false });
});

test("lengths are measured for the field alone, and rated", () => {
  const checks = [
    check("title", "characters", 30, 60),
    check("title", "pixels", 200, 561),
    check("title", "items", null, 0),
  ];
  expect(
    measured(checks, "title", "Krótki tytuł 🎉").map(({ unit, value, fit }) => [unit, value, fit]),
  ).toEqual([
    ["characters", 14, "short"],
    ["pixels", MEASURES.pixels("Krótki tytuł 🎉", "title"), "short"],
  ]);
  expect(measured(checks, "title", "W".repeat(61)).map(({ fit }) => fit)).toEqual(["long", "long"]);
  expect(measured(checks, "slug", "a")).toEqual([]);
  expect(isSound({ checks: [] })).toBe(true);
});

test("the tags are escaped and follow the page", () => {
  const tags = tagsOf({
    title: 'A "b" <c> & d',
    meta_description: "e\nf",
    og_title: "g",
    og_description: "h",
  });
  expect(html(tags, { page_type: "product", brand: "K & P", language: "pl" })).toBe(
    [
      "<title>A &quot;b&quot; &lt;c&gt; &amp; d</title>",
      '<meta name="description" content="e f">',
      '<meta property="og:type" content="product">',
      '<meta property="og:title" content="g">',
      '<meta property="og:description" content="h">',
      '<meta property="og:site_name" content="K &amp; P">',
      '<meta property="og:locale" content="pl_PL">',
    ].join("\n"),
  );
});
