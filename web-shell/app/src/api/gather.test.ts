import { expect, test } from "vitest";
import { gather } from "./gather";

function asked() {
  const calls: string[][] = [];
  const ask = gather(2, async (names) => {
    calls.push([...names]);
    return new Map(names.filter((name) => name !== "gone").map((name) => [name, name.toUpperCase()]));
  });
  return { calls, ask };
}

test("simultaneous requests share one call", async () => {
  const { calls, ask } = asked();
  expect(await Promise.all([ask("a"), ask("gone"), ask("a")])).toEqual(["A", undefined, "A"]);
  expect(calls).toEqual([["a", "gone"]]);
});

test("a call has a limited number of names, and later requests get another call", async () => {
  const { calls, ask } = asked();
  expect(await Promise.all([ask("a"), ask("b"), ask("c")])).toEqual(["A", "B", "C"]);
  expect(await ask("d")).toBe("D");
  expect(calls).toEqual([["a", "b"], ["c"], ["d"]]);
});

test("a failed call fails for its callers only", async () => {
  let broken = true;
  const ask = gather(9, async (names) => {
    if (broken) throw new Error("away");
    return new Map(names.map((name) => [name, name]));
  });
  await expect(ask("a")).rejects.toThrow("away");
  broken = false;
  expect(await ask("a")).toBe("a");
});
