import { expect, test } from "vitest";
import { plainText } from "./plain-text";

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
