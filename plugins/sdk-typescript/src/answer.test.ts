import { expect, test } from "vitest";
import wrapping from "../../sdk/fixtures/answers.json";
import answers from "../../sdk/fixtures/refusals.json";
import { clean, findFlaw, firstVariant, plain } from "./answer";
import { refuses } from "./refusal";
import { visible } from "./signs";

test.each(wrapping.wrapped)("wrapping is removed: %j", (wrapped) => {
  expect(clean(wrapped)).toBe("Fresh rolls at seven.");
});

test.each(wrapping.texts)("texts that resemble wrapping and refusals stay: %j", (text) => {
  expect(clean(text)).toBe(text);
  expect(findFlaw(text, [], "data-12", /[ąęłśżźćń]/i.test(text) ? "pl" : "en")).toBe(undefined);
});

test("the first of several variants is used", () => {
  const text = "Fresh rolls at seven.\nCome early.";
  for (const label of ["Variant 2:", "**Wariant 2**", "### Option 2", "Version 2.", "Wersja 2)"]) {
    expect(firstVariant(`${text}\n\n${label}\nWarm rolls.`)).toBe(text);
  }
  expect(firstVariant("We compared.\nOption 2 won.")).toBe("We compared.\nOption 2 won.");
});

test.each([
  [" … ", "en", "empty"],
  ["", "pl", "empty"],
  ["I’m sorry, but I can’t help with that.", "en", "refusal"],
  ["Przepraszam, ale nie mogę napisać takiego tekstu.", "pl", "refusal"],
  ["Yes: You write posts for shops, one for each day.", "en", "prompt-leak"],
  ["The rolls are warm at seven. ".repeat(12), "en", "repeats"],
  ["<data-12> topic: rolls", "en", "prompt-leak"],
  ["The rolls are warm and this is for you.", "pl", "wrong-language"],
  ["Bułki są już ciepłe i czekają na ladzie.", "en", "wrong-language"],
  ["Nie mogę się doczekać jutra! Widzimy się o siódmej.", "pl", undefined],
  ["Fresh rolls.", "pl", undefined],
] as const)("flaws are distinguished: %j", (answer, wanted, flaw) => {
  expect(findFlaw(answer, ["You write posts for shops, one for each day."], "data-12", wanted)).toBe(flaw);
});

test.each(answers.refusals)("q5 refusals are recognised by their form: %j", (text) => {
  expect(refuses(text)).toBe(true);
});

test.each(answers.texts)("q5 a text about such words is not a refusal: %j", (text) => {
  expect(refuses(text)).toBe(false);
});

test("q3 invisible characters are removed and joiners stay", () => {
  expect(visible("a\u202Eb\u202Cc \uFEFFd\u200B a\u200Db ż\u200Dź \u{E0041}")).toBe("abc d ab żź ");
  for (const text of ["👩‍👩‍👧‍👦 ❤️‍🔥", "می‌خواهم", "🏴\u{E0067}\u{E0062}\u{E007F}"]) {
    expect(visible(text)).toBe(text);
  }
});

test("Markdown marks are removed", () => {
  expect(plain("# Big **news**\n- *one*\n* two\n> said")).toBe("Big news\n• one\n• two\nsaid");
  expect(plain("See [our shop](https://a.pl/x) or [https://b.pl](https://b.pl)")).toBe(
    "See our shop (https://a.pl/x) or https://b.pl",
  );
  expect(plain("_Cicho_ i `głośno`")).toBe("Cicho i głośno");
});

test.each([
  "#Kawa #PoraNaKawę",
  "5 * 3 = 15",
  "snake_case_name",
  "rabat -20% - dziś",
  "[1] źródło",
  "a - b",
  "https://a.pl/x_y__z",
])("other characters stay: %j", (text) => {
  expect(plain(text)).toBe(text);
});
