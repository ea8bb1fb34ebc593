import { expect, test } from "vitest";
import { dollars, firstRole, moved, type Offered, type Overview, offeredAs, toTest } from "./models";
import { barsOf, wholeDay } from "./usage";

test("an entry moves by one place, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("the model for the best texts is tested first", () => {
  const models = [{ id: "small" }, { id: "large" }];
  const overview = (best: string[]) =>
    ({ connections: [{ id: "c", models }], roles: [{ role: "best", models: best }] }) as unknown as Overview;
  expect(toTest(overview(["large"]), "c")).toBe("large");
  expect(toTest(overview([]), "c")).toBe("small");
  expect(toTest(overview([]), "none")).toBeUndefined();
});

test("the first model gets a role, later ones only if theirs has none", () => {
  const overview = (connected: boolean, embeddings: string[] = []) =>
    ({ connected, roles: [{ role: "embeddings", models: embeddings }] }) as unknown as Overview;
  const embeds = { purpose: "embeddings" } as Offered;
  expect(firstRole(overview(false))).toBe("best");
  expect(firstRole(overview(true))).toBeUndefined();
  expect(firstRole(overview(false), embeds)).toBe("embeddings");
  expect(firstRole(overview(true, ["e"]), embeds)).toBeUndefined();
});

test("a model is added with what its provider says", () => {
  const known = { name: "m", label: "M", input_usd: 2, sees_images: true } as Offered;
  expect(offeredAs("m", known)).toMatchObject({ name: "m", label: "M", input_usd: 2, sees_images: true });
  expect(offeredAs("m")).toMatchObject({ label: null, input_usd: null, sees_images: false });
});

test("small amounts are exact and large ones have cents", () => {
  expect(dollars("en")(0.000_156)).toBe("$0.000156");
  expect(dollars("en")(0)).toBe("$0.00");
  expect(dollars("en")(1234.567)).toBe("$1,234.57");
  expect(dollars("pl")(0)).toBe("0,00\u00a0$");
});

const days = (...all: [string, number][]) =>
  all.map(([day, calls]) => ({ day, calls })) as unknown as Parameters<typeof barsOf>[0]["days"];

test("a chart has a bar for each day, also without calls", () => {
  const usage = { from: "2028-02-28", to: "2028-03-01", days: days(["2028-02-29", 3]) };
  expect(barsOf(usage, "calls")).toEqual([
    { at: "2028-02-28", value: 0 },
    { at: "2028-02-29", value: 3 },
    { at: "2028-03-01", value: 0 },
  ]);
  expect(barsOf({ from: "2026-02-02", to: "2026-02-01", days: [] }, "calls")).toEqual([]);
});

test("a long period has a bar for each month", () => {
  const usage = { from: "2026-01-31", to: "2026-06-01", days: days(["2026-02-01", 1], ["2026-02-28", 2]) };
  const bars = barsOf(usage, "calls");
  expect(bars.map(({ value }) => value)).toEqual([0, 3, 0, 0, 0, 0]);
  expect(bars[0]?.at).toBe("2026-01");
});

test("a day that is still being typed is no limit", () => {
  expect(wholeDay("2026-01-31")).toBe("2026-01-31");
  expect(wholeDay("12026-01-31")).toBeUndefined();
  expect(wholeDay("")).toBeUndefined();
});
