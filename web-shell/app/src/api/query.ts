import { ApiProblem } from "@sitewright/sdk/shell";
import { QueryClient } from "@tanstack/react-query";

/** Whether the server refused: asking again would be answered alike. Anything else may pass. */
export const isRefusal = (problem: unknown): problem is ApiProblem =>
  problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500;

/** One cache for the whole shell and its modules. An answer of 4xx is final; only the network is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
    },
    mutations: { retry: false },
  },
});

/** What was loaded for one project says nothing of another: everything but the person is asked for again. */
export const reloadForProject = (queries: QueryClient = queryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" });
