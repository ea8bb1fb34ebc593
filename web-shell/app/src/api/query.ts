import { ApiProblem } from "@sitewright/sdk/shell";
import { QueryClient } from "@tanstack/react-query";

/** One cache for the whole shell and its modules. An answer of 4xx is final; only the network is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) =>
        count < 2 && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500),
    },
    mutations: { retry: false },
  },
});

/** What was loaded for one project says nothing of another: everything but the person is asked for again. */
export const reloadForProject = (queries: QueryClient = queryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" });
