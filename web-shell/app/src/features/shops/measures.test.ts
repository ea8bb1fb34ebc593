// @vitest-environment jsdom
import { expect, test } from "vitest";
import { measuresOf } from "./measures";
import type { Change, ItemTexts, Shop } from "./shops";
import { factsIn } from "./used";

const field = (id: string, format: string, most: number | null) => ({ id, name: id, format, most });
const shop = {
  kinds: [
    {
      id: "product",
      fields: [field("html", "html", null), field("seo-title", "line", 70), field("title", "line", null)],
    },
  ],
} as unknown as Shop;
const change = (field: string, text: string) => ({ kind: "product", field, new: text }) as Change;
const sizes = (field: string, text: string) =>
  measuresOf(shop, change(field, text)).map(({ unit, value, max, ok }) => [unit, value, max, ok]);

test("a description is measured in the words that customers read", () => {
  expect(sizes("html", "<p>Two <b>words</b></p>")).toEqual([["words", 2, null, true]]);
});

test("a title of a search result has limits in pixels and in characters", () => {
  const [pixels, characters] = sizes("seo-title", "W".repeat(71));
  expect(pixels?.slice(2)).toEqual([561, false]);
  expect(characters).toEqual(["characters", 71, 70, false]);
  expect(sizes("seo-title", "Tea")).toMatchObject([
    ["pixels", expect.any(Number), 561, true],
    ["characters", 3, 70, true],
  ]);
  expect(sizes("title", "Tea")).toEqual([["characters", 3, null, true]]);
});

test("facts are listed with whether the text names them; those that nothing has to name only if it does", () => {
  const fact = (name: string, value: string) => ({ name, value, language: null });
  const item = {
    facts: [fact("Waga", "15 kg"), fact("Kolor", "czerwony"), fact("sku", "AB-1"), fact("brand", "Nordlys")],
  } as unknown as ItemTexts;
  const found = (field: string, text: string) =>
    factsIn(shop, change(field, text), item, (name) => (name === "brand" ? "Marka" : name));
  expect(found("html", "<p>Rower Nordlys waży 15 kg.</p>")).toEqual(
    [
      { text: "Waga: 15 kg", isUsed: true },
      { text: "Kolor: czerwony", isUsed: false },
      { text: "Marka: Nordlys", isUsed: true },
    ].map((one) => expect.objectContaining(one)),
  );
  expect(found("seo-title", "Czerwony rower").map(({ text }) => text)).toEqual(["Kolor: czerwony"]);
});
