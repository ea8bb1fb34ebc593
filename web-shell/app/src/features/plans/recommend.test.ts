import { describe, expect, test } from "vitest";
import { recommendedOf } from "./recommend";

const plan = (id: number, usd: number, ai_words: number, projects: number | null, recommended = false) => ({
  id,
  ai_words,
  pages: ai_words / 20,
  projects,
  recommended,
  monthly: { usd },
});
const PLANS = [plan(0, 0, 10_000, 3), plan(1, 1900, 100_000, 10), plan(2, 3900, 300_000, null)];
const use = (words_used: number, projects = 0, id = 0, pages_used = 0) => ({
  words_used,
  pages_used,
  projects,
  plan: { id, monthly: { usd: [0, 1900, 3900, 9900][id] ?? 0 } },
});

describe("the recommended plan", () => {
  test.each([
    [0, 0, "use"],
    [9_999, 0, "use"],
    // The own plan is used up.
    [10_000, 1, "use"],
    [250_000, 2, "use"],
    [900_000, 2, "largest"],
  ])("fits %i words with plan %i", (words, id, why) =>
    expect(recommendedOf(PLANS, use(words))).toEqual({ id, why }),
  );

  test.each([
    [2, 0, "use"],
    [3, 1, "projects"],
    [9, 1, "projects"],
    [11, 2, "projects"],
  ])("has room for %i projects in plan %i", (projects, id, why) =>
    expect(recommendedOf(PLANS, use(500, projects))).toEqual({ id, why }),
  );

  test.each([
    [499, 0, "use"],
    // The own plan is used up.
    [500, 1, "pages"],
    [14_999, 2, "pages"],
  ])("fits %i pages with plan %i", (pages, id, why) =>
    expect(recommendedOf(PLANS, use(500, 0, 0, pages))).toEqual({ id, why }),
  );

  test("is not the own plan if that is used up", () => {
    expect(recommendedOf(PLANS, use(500, 10, 1))).toEqual({ id: 2, why: "projects" });
    expect(recommendedOf(PLANS, use(300_000, 4, 2))).toBeNull();
  });

  test("is never below the own plan", () => {
    expect(recommendedOf(PLANS, use(0, 0, 2))).toBeNull();
    expect(recommendedOf(PLANS, use(0, 0, 1))).toBeNull();
    // The own plan is not on offer any more.
    expect(recommendedOf(PLANS, use(0, 0, 3))).toBeNull();
    const chosen = [plan(0, 0, 10_000, 3), plan(1, 1900, 100_000, 10, true), plan(2, 3900, 300_000, null)];
    expect(recommendedOf(chosen, use(0, 0, 2))).toBeNull();
  });

  test("is the cheapest that fits, in any order of display", () =>
    expect(recommendedOf([...PLANS].reverse(), use(500))?.id).toBe(0));

  test("is the operator's choice, if there is one that fits", () => {
    const plans = [...PLANS.slice(0, 2), plan(2, 3900, 300_000, null, true)];
    expect(recommendedOf(plans, use(0))).toEqual({ id: 2, why: "operator" });
    expect(recommendedOf(plans, null)).toEqual({ id: 2, why: "operator" });
    const free = [plan(0, 0, 10_000, 3, true), ...PLANS.slice(1)];
    expect(recommendedOf(free, use(0, 3))).toEqual({ id: 1, why: "projects" });
  });

  test("is unknown for guests", () => expect(recommendedOf(PLANS, null)).toBeNull());
});
