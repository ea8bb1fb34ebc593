import { expect, test } from "vitest";
import { itemsOf, withItems } from "./items";

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
