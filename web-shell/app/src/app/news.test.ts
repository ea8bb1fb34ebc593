import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { beginReading } from "../api/brand-reading";
import { hear } from "./news";

const RUNS = ["/api/runs", { query: { tool: "email" } }];

test("the words in an event are shown", () => {
  const queries = new QueryClient();
  queries.setQueryData(["/api/user"], { name: "Anna", words: { left: 9, used: 1, allowance: 10 } });
  hear(queries, "words.changed", { left: 4, used: 6, allowance: 10 });
  expect(queries.getQueryData(["/api/user"])).toEqual({
    name: "Anna",
    words: { left: 4, used: 6, allowance: 10 },
  });
});

test("an event does not change a guest's page", () => {
  const queries = new QueryClient();
  queries.setQueryData(["/api/user"], null);
  hear(queries, "words.changed", { left: 4, used: 6, allowance: 10 });
  expect(queries.getQueryData(["/api/user"])).toBeNull();
});

test("an audit that changed is requested again, with what it found", () => {
  const queries = new QueryClient();
  const key = ["/api/audits/{id}/findings", { path: { id: "a" } }];
  queries.setQueryData(key, { data: [] });
  hear(queries, "audit.changed", { id: "a" });
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test("the pages in an event are requested again", () => {
  const queries = new QueryClient();
  queries.setQueryData(["/api/pages", { query: { per_page: 1 } }], { left: 500 });
  hear(queries, "pages.changed", { left: 380, used: 120, allowance: 500 });
  expect(queries.getQueryState(["/api/pages", { query: { per_page: 1 } }])?.isInvalidated).toBe(true);
});

test("a favourite is updated in every list of tools", () => {
  const queries = new QueryClient();
  const tools = [
    { id: "email", favourite: false },
    { id: "translate", favourite: false },
  ];
  for (const q of ["en", "pl"]) queries.setQueryData(["/api/tools", { query: { q } }], { tools });
  hear(queries, "favourite.changed", { id: "email", favourite: true });
  for (const q of ["en", "pl"])
    expect(queries.getQueryData(["/api/tools", { query: { q } }])).toMatchObject({
      tools: [{ favourite: true }, { favourite: false }],
    });
});

test("progress is shown without a request, an end is requested", () => {
  const queries = new QueryClient();
  queries.setQueryData(RUNS, { data: [{ id: "1", status: "queued", progress: null }] });
  hear(queries, "run.changed", { id: "1", status: "running", progress: { done: 1, total: 3 } });
  expect(queries.getQueryData(RUNS)).toEqual({
    data: [{ id: "1", status: "running", progress: { done: 1, total: 3 } }],
  });
  expect(queries.getQueryState(RUNS)?.isInvalidated).toBe(false);
  hear(queries, "run.changed", { id: "1", status: "succeeded", progress: null });
  expect(queries.getQueryState(RUNS)?.isInvalidated).toBe(true);
});

test("deleted documents are requested in lists only", () => {
  const queries = new QueryClient();
  const keys = [
    ["/api/documents", {}],
    ["/api/folders", {}],
    ...["1", "2", "3"].map((id) => ["/api/documents/{id}", { path: { id } }]),
  ];
  for (const key of keys) queries.setQueryData(key, {});
  hear(queries, "document.changed", { ids: ["1", "2"], gone: true });
  const stale = keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([true, true, false, false, true]);
  hear(queries, "document.changed", { ids: ["1"], gone: false });
  expect(queries.getQueryState(keys[2] ?? [])?.isInvalidated).toBe(true);
});

test("events of a shop in quick succession reload it twice: at once, and after the last", () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const reloads = vi.spyOn(queries, "invalidateQueries");
  for (let event = 0; event < 400; event++) hear(queries, "shop.changed", { id: "1" });
  expect(reloads).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(reloads).toHaveBeenCalledTimes(2);
  hear(queries, "shop.changed", { id: "1" });
  expect(reloads).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test("an event of a newer server is no error", () => {
  expect(() => hear(new QueryClient(), "moon.changed", {})).not.toThrow();
});

test("a page is heard only while a site is being read", () => {
  const queries = new QueryClient();
  const page = { url: "https://podlipa.pl/", problem: null };
  hear(queries, "brand.page-read", page);
  expect(queries.getQueryData(["brand-reading"])).toBeUndefined();
  beginReading(queries);
  hear(queries, "brand.page-read", page);
  expect(queries.getQueryData(["brand-reading"])).toEqual([page]);
});
