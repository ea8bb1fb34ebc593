import { expect, test } from "vitest";
import { exportHref, placed, type Task, type TaskList } from "./tasks";

const task = (id: string, state: Task["state"]): Task => ({
  id,
  project_id: 1,
  title: id,
  note: "",
  owner: null,
  due: null,
  state,
  finding: null,
  verified_at: null,
  closed_at: null,
  created_at: "2026-11-27T10:00:00Z",
  updated_at: "2026-11-27T10:00:00Z",
});

const list = (...data: Task[]): TaskList => ({ data, page: 1, per_page: 20, total: data.length });
const ids = ({ data, total }: TaskList) => [data.map(({ id }) => id), total];

test("a task leaves a list of another state, and joins that of its own", () => {
  const done = task("a", "done");
  expect(ids(placed(list(task("a", "open"), task("b", "open")), "open", done))).toEqual([["b"], 1]);
  expect(ids(placed(list(task("c", "done")), "done", done))).toEqual([["a", "c"], 2]);
  expect(ids(placed(list(task("c", "doing")), "doing", done))).toEqual([["c"], 1]);
});

test("a task stays in its place where both states are listed", () => {
  const doing = task("b", "doing");
  const before = list(task("a", "open"), task("b", "open"));
  for (const wanted of ["unfinished", undefined] as const) {
    const after = placed(before, wanted, doing);
    expect(ids(after)).toEqual([["a", "b"], 2]);
    expect(after.data[1]?.state).toBe("doing");
  }
  expect(ids(placed(before, "unfinished", task("b", "done")))).toEqual([["a"], 1]);
});

test("the address of an export has only what is set", () => {
  expect(exportHref("csv", { state: undefined, q: undefined })).toBe("/api/tasks/export/csv");
  expect(exportHref("xlsx", { state: "done", q: "a&b", project: 7 })).toBe(
    "/api/tasks/export/xlsx?state=done&q=a%26b&project=7",
  );
});
