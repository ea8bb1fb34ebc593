import { describe, expect, test } from "vitest";
import { recommendedOf } from "./recommend";

const plan = (id: number, usd: number, ai_words: number, recommended = false) => ({
  id,
  ai_words,
  recommended,
  monthly: { usd },
});
const PLANS = [plan(0, 0, 10_000), plan(1, 1900, 100_000), plan(2, 3900, 300_000)];

describe("the recommended plan", () => {
  test.each([
    [0, 0, "use"],
    [10_000, 0, "use"],
    [10_001, 1, "use"],
    [250_000, 2, "use"],
    [900_000, 2, "largest"],
  ])("fits %i words with plan %i", (words_used, id, why) =>
    expect(recommendedOf(PLANS, { words_used })).toEqual({ id, why }),
  );

  test("is the cheapest that fits, in any order of display", () =>
    expect(recommendedOf([...PLANS].reverse(), { words_used: 500 })?.id).toBe(0));

  test("is the operator's choice, if there is one", () => {
    const plans = [...PLANS.slice(0, 2), plan(2, 3900, 300_000, true)];
    expect(recommendedOf(plans, { words_used: 0 })).toEqual({ id: 2, why: "operator" });
    expect(recommendedOf(plans, null)).toEqual({ id: 2, why: "operator" });
  });

  test("is unknown for guests", () => expect(recommendedOf(PLANS, null)).toBeNull());
});
