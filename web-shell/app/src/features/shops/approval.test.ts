import { expect, test } from "vitest";
import { type Action, type Approval, commandOf, NOTHING, reduce } from "./approval";
import type { Change } from "./shops";

const change = (id: string, state: Change["state"] = "proposed") =>
  ({ id, state, field: "html", new: "" }) as Change;
const after = (list: Approval, ...actions: Action[]) => actions.reduce(reduce, list);
const LIST = after(NOTHING, { do: "load", rows: ["a", "b", "c", "d"].map((id) => change(id)) });
const states = ({ rows }: Approval) => rows.map(({ id, state }) => `${id} ${state}`);

test("the first row is the current one, and pages are appended without repeating rows", () => {
  const list = after(LIST, { do: "load", rows: [change("d"), change("e")] });
  expect(list.current).toBe("a");
  expect(list.rows.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
});

test("steps stop at both ends", () => {
  expect(after(LIST, { do: "step", by: -1 }).current).toBe("a");
  const steps = Array<Action>(6).fill({ do: "step", by: 1 });
  expect(after(LIST, ...steps).current).toBe("d");
  expect(reduce(NOTHING, { do: "step", by: 1 }).current).toBeNull();
});

test("a decision keeps the row at its place and goes to the next open one", () => {
  const list = after(LIST, { do: "go", id: "b" }, { do: "decide", id: "b", verdict: "approve" });
  expect(states(list)).toEqual(["a proposed", "b approved", "c proposed", "d proposed"]);
  expect(list.current).toBe("c");
});

test("behind the last open row the list goes back to those before", () => {
  const list = after(
    LIST,
    { do: "decide", id: "c", verdict: "reject" },
    { do: "go", id: "d" },
    { do: "decide", id: "d", verdict: "approve" },
  );
  expect(list.current).toBe("b");
  const all = after(
    list,
    { do: "decide", id: "b", verdict: "approve" },
    { do: "decide", id: "a", verdict: "approve" },
  );
  expect(all.current).toBe("a");
});

test("the same decision again changes nothing", () => {
  const list = reduce(LIST, { do: "decide", id: "a", verdict: "approve" });
  expect(reduce(list, { do: "decide", id: "a", verdict: "approve" })).toBe(list);
});

test("a row that is taken back stays the current one", () => {
  const list = after(
    LIST,
    { do: "decide", id: "a", verdict: "reject" },
    { do: "step", by: -1 },
    { do: "decide", id: "a", verdict: "reopen" },
  );
  expect(list.current).toBe("a");
  expect(states(list)[0]).toBe("a proposed");
});

test("decisions are undone from the last to the first", () => {
  const decided = after(
    LIST,
    { do: "decide", id: "a", verdict: "approve" },
    { do: "decide", id: "b", verdict: "reject" },
    { do: "decide", id: "a", verdict: "reject" },
  );
  const once = reduce(decided, { do: "undo" });
  expect(states(once).slice(0, 2)).toEqual(["a approved", "b rejected"]);
  expect(once.current).toBe("a");
  const all = after(once, { do: "undo" }, { do: "undo" }, { do: "undo" });
  expect(states(all)).toEqual(states(LIST));
});

test("a refused decision puts the row back, and cannot be undone", () => {
  const decided = after(
    LIST,
    { do: "decide", id: "a", verdict: "approve" },
    { do: "decide", id: "b", verdict: "approve" },
  );
  const list = reduce(decided, { do: "refuse", rows: [{ id: "a", before: "proposed" }] });
  expect(states(list).slice(0, 2)).toEqual(["a proposed", "b approved"]);
  expect(list.current).toBe("c");
  expect(list.past).toEqual([{ id: "b", before: "proposed" }]);
});

test("a refusal does not take the user out of an editor", () => {
  const list = after(
    LIST,
    { do: "decide", id: "a", verdict: "approve" },
    { do: "edit", id: "c" },
    { do: "refuse", rows: [{ id: "a", before: "proposed" }] },
  );
  expect([list.current, list.editing]).toEqual(["c", "c"]);
});

test("an edited row is replaced and its editor closed", () => {
  const edited = { ...change("b"), new: "better", edited: true };
  const list = after(LIST, { do: "edit", id: "b" }, { do: "replace", row: edited });
  expect([list.current, list.editing, list.rows[1]]).toEqual(["b", null, edited]);
});

test("keys have commands, and those with a modifier are the browser's", () => {
  const key = (key: string, more = {}) =>
    commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
  expect(["j", "ArrowUp", "A", "?"].map((one) => key(one))).toEqual(["next", "previous", "approve", "keys"]);
  expect(key("r", { ctrlKey: true })).toBeUndefined();
  expect(key("Enter")).toBeUndefined();
});
