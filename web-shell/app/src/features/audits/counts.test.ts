import { expect, test } from "vitest";
import type { Rule } from "./audits";
import { byReason, countsOf, matching, stepsOf } from "./counts";

const NOTHING = {
  errors: 0,
  warnings: 0,
  notices: 0,
  ignored: 0,
  fresh: 0,
  returned: 0,
  fixed: 0,
  gain: 0,
  step_gain: 0,
};

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  rule: id,
  pack: "audit-titles",
  category: "titles",
  severity: "warning",
  score: false,
  state: "checked",
  reason: "",
  title: id,
  step: null,
  ...NOTHING,
  ...more,
});

const ids = (rules: Rule[]) => rules.map(({ rule }) => rule);
const ALL = { q: "", level: "", category: "", show: "" };

test("rules without findings are shown only on request", () => {
  const rules = [rule("a", { errors: 2 }), rule("b"), rule("c", { fixed: 1 })];
  expect(ids(matching(rules, ALL))).toEqual(["a"]);
  expect(ids(matching(rules, { ...ALL, show: "all" }))).toEqual(["a", "b", "c"]);
  expect(ids(matching(rules, { ...ALL, show: "changed" }))).toEqual(["c"]);
});

test("a level finds the rules with findings of it, whatever their own level is", () => {
  const rules = [rule("a", { severity: "error", warnings: 1 }), rule("b", { notices: 4 })];
  expect(ids(matching(rules, { ...ALL, level: "warning" }))).toEqual(["a"]);
  expect(ids(matching(rules, { ...ALL, level: "notice", q: "B" }))).toEqual(["b"]);
});

test("categories are in the order of their errors, and empty ones are left out", () => {
  const rules = [
    rule("a", { category: "links", warnings: 90 }),
    rule("b", { category: "titles", errors: 1 }),
    rule("c", { category: "titles", warnings: 2 }),
    rule("d", { category: "images" }),
  ];
  expect(countsOf(rules).map(({ category, all }) => [category, all])).toEqual([
    ["titles", 3],
    ["links", 90],
  ]);
});

test("rules of a step are together, and those without one are steps of their own", () => {
  const rules = [
    rule("a", { errors: 9, step: 1, step_gain: 12 }),
    rule("b", { errors: 9, step: 1, step_gain: 12 }),
    rule("c", { errors: 2, step: 2, step_gain: 1 }),
    rule("d", { warnings: 4 }),
    rule("e", { warnings: 3 }),
    rule("f", { notices: 3 }),
  ];
  expect(stepsOf(rules).map(ids)).toEqual([["a", "b"], ["c"], ["d"], ["e"]]);
});

test("rules that were not measured are grouped by what they need", () => {
  const rules = [
    rule("a", { state: "needs", reason: "gsc" }),
    rule("b", { state: "needs", reason: "gsc" }),
    rule("c", { state: "failed", reason: "out of memory" }),
  ];
  expect(byReason(rules, "needs").map(({ reason, rules }) => [reason, ids(rules)])).toEqual([
    ["gsc", ["a", "b"]],
  ]);
  expect(byReason(rules, "failed")[0]?.reason).toBe("audit-titles: out of memory");
});
