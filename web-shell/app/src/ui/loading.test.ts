import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { stateOf } from "./page";

/** A page that shows a query; the returned functions settle the query. */
function asked(queries: QueryClient, name: string) {
  let answer = (_data: string) => {};
  let refuse = (_problem: Error) => {};
  const observer = new QueryObserver(queries, {
    queryKey: [name],
    retry: false,
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        answer = resolve;
        refuse = reject;
      }),
  });
  observer.subscribe(() => {});
  const settled = async (act: () => void) => {
    act();
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe("idle");
  };
  return {
    answer: () => settled(() => answer("here")),
    refuse: () => settled(() => refuse(new Error("500"))),
    again: () => observer.refetch(),
  };
}

test("u7_ a loading place reports a failure only after all queries have settled", async () => {
  const queries = new QueryClient();
  const list = asked(queries, "list");
  const side = asked(queries, "side");
  expect(stateOf(queries)).toBe("waiting");
  await side.refuse();
  expect(stateOf(queries)).toBe("waiting");
  await list.refuse();
  expect(stateOf(queries)).toBe("failed");
  void list.again();
  expect(stateOf(queries)).toBe("waiting");
  await list.answer();
  expect(queries.getQueryData(["list"])).toBe("here");
});
