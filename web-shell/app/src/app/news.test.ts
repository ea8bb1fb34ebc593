import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { hear } from "./news";

test("words are shown as the server says them", () => {
  const queries = new QueryClient();
  queries.setQueryData(["user"], { name: "Anna", words: { left: 9, used: 1, allowance: 10 } });
  hear(queries, "words.changed", { left: 4, used: 6, allowance: 10 });
  expect(queries.getQueryData(["user"])).toEqual({
    name: "Anna",
    words: { left: 4, used: 6, allowance: 10 },
  });
});

test("a guest's page stays a guest's", () => {
  const queries = new QueryClient();
  queries.setQueryData(["user"], null);
  hear(queries, "words.changed", { left: 4, used: 6, allowance: 10 });
  expect(queries.getQueryData(["user"])).toBeNull();
});

test("a favourite changes in every language's catalogue", () => {
  const queries = new QueryClient();
  const tools = [
    { id: "email", favourite: false },
    { id: "translate", favourite: false },
  ];
  for (const language of ["en", "pl"]) queries.setQueryData(["tools", language], { tools });
  hear(queries, "favourite.changed", { id: "email", favourite: true });
  for (const language of ["en", "pl"])
    expect(queries.getQueryData(["tools", language])).toMatchObject({
      tools: [{ favourite: true }, { favourite: false }],
    });
});

test("progress is shown without asking, an end is asked for", () => {
  const queries = new QueryClient();
  queries.setQueryData(["runs", "email"], { data: [{ id: "1", status: "queued", progress: null }] });
  queries.setQueryData(["runs", "history"], [{ id: "1", status: "queued", progress: null }]);
  hear(queries, "run.changed", { id: "1", status: "running", progress: { done: 1, total: 3 } });
  expect(queries.getQueryData(["runs", "email"])).toEqual({
    data: [{ id: "1", status: "running", progress: { done: 1, total: 3 } }],
  });
  expect(queries.getQueryData(["runs", "history"])).toMatchObject([{ status: "running" }]);
  expect(queries.getQueryState(["runs", "email"])?.isInvalidated).toBe(false);
  hear(queries, "run.changed", { id: "1", status: "succeeded", progress: null });
  expect(queries.getQueryState(["runs", "email"])?.isInvalidated).toBe(true);
});

test("documents that are gone are asked for in lists only", () => {
  const queries = new QueryClient();
  const keys = [
    ["documents", "list", {}],
    ["documents", "folders"],
    ["documents", "one", "1"],
    ["documents", "one", "2"],
    ["documents", "one", "3"],
  ];
  for (const key of keys) queries.setQueryData(key, {});
  hear(queries, "document.changed", { ids: ["1", "2"], gone: true });
  const stale = keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([true, true, false, false, true]);
  hear(queries, "document.changed", { ids: ["1"], gone: false });
  expect(queries.getQueryState(["documents", "one", "1"])?.isInvalidated).toBe(true);
});

test("news of a newer server is no fault", () => {
  expect(() => hear(new QueryClient(), "moon.changed", {})).not.toThrow();
});
