import { expect, test } from "vitest";
import { itemsOf, typedItems, withItems } from "./items";

test.each([
  ["mąka żytnia\nzakwas\r\nsól", ["mąka żytnia", "zakwas", "sól"]],
  ["1,5 kg; 800 g;", ["1,5 kg", "800 g"]],
  ["rye, wheat, spelt", ["rye", "wheat", "spelt"]],
  ["a, b\nc", ["a, b", "c"]],
  [" one item ", ["one item"]],
  ["1,5 kg", ["1,5 kg"]],
])("u6_ splits a pasted text %j", (text, items) => {
  expect(itemsOf(text)).toEqual(items);
});

test("u6_ adds items trimmed and without duplicates", () => {
  expect(withItems(["mąka", " zakwas"], ["zakwas ", "Mąka", "", "sól"])).toEqual(["mąka", "zakwas", "sól"]);
});

test.each([
  ["rye,", ["rye"], ""],
  ["rye, wheat; spe", ["rye", "wheat"], "spe"],
  ["cena 14,", [], "cena 14,"],
  ["cena 14,9", [], "cena 14,9"],
  ["cena 14,90 zł, bez drożdży", ["cena 14,90 zł"], "bez drożdży"],
  ["od 14, do 20", ["od 14"], "do 20"],
  [" , ", [], ""],
])("a typed comma between digits ends no item: %j", (text, items, rest) => {
  expect(typedItems(text)).toEqual({ items, rest });
});

test("a comma at the end of the last item is not part of it", () => {
  expect(withItems([], ["cena 14,"])).toEqual(["cena 14"]);
});
