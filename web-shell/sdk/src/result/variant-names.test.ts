import { describe, expect, test } from "vitest";
import { variantNames } from "./variant-names";

const output = {
  properties: { variants: { items: { properties: { subject: {}, preheader: {}, body: {} } } } },
};
const email = (subject: string, body: string) => ({ subject, preheader: "Fresh bread", body });

describe("the names of variants", () => {
  test("are their subjects if these differ", () => {
    const variants = [email("Bread before seven", "Hello"), email("Your first week is free", "Hello")];
    expect(variantNames(output, variants)).toEqual(["Bread before seven", "Your first week is free"]);
  });

  test("are the first words that differ if the subjects are equal", () => {
    const start = "Good morning Ms Carter, we deliver bread";
    const variants = [email("Bread", `${start} daily.`), email("Bread", `${start} on Saturdays.`)];
    const [one, other] = variantNames(output, variants);
    expect(one).toBe("…deliver bread daily.");
    expect(other).toBe("…deliver bread on Saturdays.");
  });

  test("are equal for equal variants and short for long ones", () => {
    const [one = "", other] = variantNames(output, [
      email("Bread", "x".repeat(90)),
      email("Bread", "x".repeat(90)),
    ]);
    expect(one).toBe(other);
    expect(one).toMatch(/^Bread/);
    expect(one.length).toBeLessThanOrEqual(40);
  });
});
