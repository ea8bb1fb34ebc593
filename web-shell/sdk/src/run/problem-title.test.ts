import { expect, test } from "vitest";
import en from "../i18n/en.json";
import pl from "../i18n/pl.json";
import { textOf, titleOf } from "./problem-title";

test.each([
  [402, "plans.tool-locked", "locked"],
  [402, "plans.tool-nowhere", "locked"],
  [402, "ceilings.denied", "denied"],
  [402, "words.exhausted", "words"],
  [402, "ceilings.own-words", "words"],
  [402, "plans.runs-per-day", "runs"],
  [402, "ceilings.memory", "memory"],
  [402, "ceilings.host", "host"],
  [402, "keys.spent", "key"],
  [402, "keys.revoked", "revoked"],
  [402, "outside.store-full", "402"],
  [409, "trials.not-there", "404"],
  [409, "model.needs-model", "409"],
  [500, "plugin.internal", "other"],
  [500, "plugin.wall-limit", "slow"],
  [502, "model.budget-used-up", "budget"],
  [502, "model.garbled", "unusable"],
  [502, "plugin.unavailable", "unusable"],
  [502, "model.broken-off", "broken"],
  [502, "model.busy", "busy"],
  [502, "model.unreachable", "unreachable"],
  [502, "own-model.no-credit", "rejected"],
  [400, "model.declined", "declined"],
  [502, "outside.timed-out", "502"],
])("%i %s has a title of its own in both languages", (status, code, title) => {
  expect(titleOf({ status, code })).toBe(title);
  for (const { problem } of [en, pl]) {
    expect(problem.title).toHaveProperty(title);
    expect(problem.text).toHaveProperty(textOf({ status }));
  }
});
