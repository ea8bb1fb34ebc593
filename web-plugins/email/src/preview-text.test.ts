import { expect, test } from "vitest";
import { previewText } from "./preview-text";

test("the preheader follows the subject, or else the beginning of the message does", () => {
  expect(previewText(" Ciepłe bułki od 7:00 ", "Dzień dobry")).toBe("Ciepłe bułki od 7:00");
  expect(previewText("", "Dzień dobry,\n\nod jutra pieczemy.")).toBe("Dzień dobry, od jutra pieczemy.");
});

test("an inbox shows no Markdown or HTML syntax", () => {
  expect(previewText("", "## Nowości\n\n- **bułki** od [rana](https://a.pl)\n- _chleb_")).toBe(
    "Nowości bułki od rana chleb",
  );
  expect(previewText("", "<p>Dzień <b>dobry</b></p>")).toBe("Dzień dobry");
});
