import { expect, test } from "vitest";
import cases from "../../../host/public/src/posts/words.json";
import { plainText, readWords } from "./plain-text";

test.each([
  ["## Wariant 1\n\n**Tytuł**\n\nBułki", "Wariant 1\n\nTytuł\n\nBułki"],
  ["2 \\* 3 \\** i \\[tak\\]", "2 * 3 ** i [tak]"],
  ["**a \\* b** i **c**", "a * b i c"],
  ["jeden  \ndwa", "jeden\ndwa"],
  ["\\# nie nagłówek\n#bulki #chleb", "# nie nagłówek\n#bulki #chleb"],
  [
    "- [Przepis](https://example.com/a)\n- [https://b.pl](https://b.pl)",
    "- Przepis (https://example.com/a)\n- https://b.pl",
  ],
  ["```html\n<b>**x**</b>\n```", "<b>**x**</b>"],
  ["2 ** 3 ** 4", "2 ** 3 ** 4"],
])("%j is copied as it is read", (markdown, copied) => {
  expect(plainText(markdown)).toBe(copied);
});

test.each(cases as [string, number][])("%j has as many words as the server counts", (markdown, count) => {
  const words = readWords(markdown).split(/\s+/);
  expect(words.filter((word) => /[\p{L}\p{N}]/u.test(word))).toHaveLength(count);
});
