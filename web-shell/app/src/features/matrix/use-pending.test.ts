import { expect, test } from "vitest";
import { changeOf, type Switched, switched } from "./use-pending";

const on: Switched = { plan: 1, tool: "bio", name: "Bio", open: true };
const off: Switched = { plan: 2, tool: "bio", name: "Bio", open: false };
const plan = (id: number, revision: number) => ({
  id,
  revision,
  name: `Plan ${id}`,
  on_offer: true,
  all_tools: true,
});

test("a switch that is flipped twice is no change", () => {
  const both = switched(switched([], on), off);
  expect(both).toEqual([on, off]);
  expect(switched(both, { ...on, open: false })).toEqual([off]);
});

test("only the plans of the switches are part of the change, in the revision that is shown", () => {
  expect(changeOf([off], [plan(1, 4), plan(2, 7)])).toEqual({
    plans: [{ id: 2, revision: 7 }],
    switches: [{ plan: 2, tool: "bio", open: false }],
  });
});
