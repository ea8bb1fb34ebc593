import { expect, test } from "vitest";
import { cutToFit, textFieldOf } from "./text-field";

const LONG = { type: "string", "x-widget": "textarea", maxLength: 5000 };

const fieldOf = (properties: object) => textFieldOf({ input: { properties } } as never);

test("a whole text goes into the first long field that the form shows", () => {
  expect(
    fieldOf({
      title: { type: "string", maxLength: 5000 },
      product: { ...LONG, maxLength: 300 },
      notes: { ...LONG, "x-section": "more" },
      text: LONG,
      more: LONG,
    }),
  ).toMatchObject({ name: "text", limit: 5000 });
});

test("a form without a long field takes no text", () => {
  expect(fieldOf({ topic: { type: "string" }, count: { type: "integer" } })).toBeUndefined();
});

test("a text that is too long for the field ends after a sentence", () => {
  expect(cutToFit(" Short. ", 10)).toBe("Short.");
  expect(cutToFit("One two. Three four. Five six.", 22)).toBe("One two. Three four.");
  expect(cutToFit("One two. Three four.", 8)).toBe("One two.");
  expect(cutToFit("One two three four.", 9)).toBe("One two");
  expect(cutToFit("Onetwothree", 4)).toBe("Onet");
});
