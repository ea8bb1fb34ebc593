import { expect, test } from "vitest";
import { textFieldOf } from "./text-field";

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
  ).toBe("text");
});

test("a form without a long field takes no text", () => {
  expect(fieldOf({ topic: { type: "string" }, count: { type: "integer" } })).toBeUndefined();
});
