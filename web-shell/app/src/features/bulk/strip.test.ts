import { describe, expect, test } from "vitest";
import type { RowStatus } from "./jobs";
import { cellsOf, rowOf } from "./strip";

const stretch = (status: RowStatus, count: number, gaps = false) => ({
  status,
  count,
  gaps,
});

describe("the strip of a job", () => {
  test("has a cell for each row of a short table", () => {
    const cells = cellsOf([stretch("succeeded", 2), stretch("succeeded", 1, true), stretch("waiting", 1)]);
    expect(cells.map(({ state }) => state)).toEqual(["done", "done", "gaps", "waiting"]);
    expect(cells[2]).toMatchObject({ first: 3, last: 3 });
  });

  test("joins the rows of a long table and shows what needs attention", () => {
    const strip = [
      stretch("succeeded", 7),
      stretch("failed", 1),
      stretch("running", 2),
      stretch("waiting", 2),
    ];
    const cells = cellsOf(strip, 4);
    expect(cells).toEqual([
      { first: 1, last: 3, state: "done", name: "succeeded" },
      { first: 4, last: 6, state: "done", name: "succeeded" },
      { first: 7, last: 9, state: "failed", name: "failed" },
      { first: 10, last: 12, state: "working", name: "running" },
    ]);
    expect(cells.map((cell) => rowOf(strip, cell))).toEqual([1, 4, 8, 10]);
  });

  test("names rows that did not run as the list does", () => {
    const cells = cellsOf([stretch("invalid", 1), stretch("cancelled", 1), stretch("succeeded", 1, true)]);
    expect(cells.map(({ name }) => name)).toEqual(["invalid", "cancelled", "gaps"]);
  });

  test("is empty without rows", () => expect(cellsOf([])).toEqual([]));
});
