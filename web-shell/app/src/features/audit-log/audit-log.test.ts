import { expect, test } from "vitest";
import { nameIn } from "./audit-log";

test("a value with a name in each language is shown in the reader's language", () => {
  const plan = { product_id: 2, name: { en: "Small", pl: "Mały" } };
  expect(nameIn(plan, "pl")).toBe("Mały");
  expect(nameIn({ name: "Small" }, "pl")).toBe("Small");
  expect(nameIn("Small", "pl")).toBe("Small");
  expect(nameIn(undefined, "pl")).toBe("");
});
