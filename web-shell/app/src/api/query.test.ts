import { MutationObserver, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { apiQuery, queryClient } from "./client";

vi.stubGlobal("fetch", () => new Promise(() => {}));

/** The data a query shows while it loads, after another query of the same component. */
function shownAfter(before: ReturnType<typeof user>, after: ReturnType<typeof user>) {
  const queries = new QueryClient();
  queries.setQueryData(before.queryKey, { data: [], total: 1 } as never);
  const observer = new QueryObserver(queries, before);
  observer.subscribe(() => {});
  observer.setOptions(after);
  return observer.getCurrentResult().data;
}

const user = (id: string, page: number) =>
  apiQuery("/api/admin/users/{id}/tools", { path: { id }, query: { page } });

test("the previous page of a list stays while the next page loads", () => {
  expect(shownAfter(user("1", 1), user("1", 2))).toEqual({ data: [], total: 1 });
});

test("data of one subject never shows for another subject", () => {
  expect(shownAfter(user("1", 1), user("2", 1))).toBeUndefined();
});

test("a change without a connection fails at once instead of waiting for one", async () => {
  onlineManager.setOnline(false);
  const change = new MutationObserver(queryClient, {
    mutationFn: async () => Promise.reject(new Error("unreachable")),
  });
  await expect(change.mutate()).rejects.toThrow("unreachable");
  onlineManager.setOnline(true);
});
