import { ApiProblem, type paths } from "@sitewright/sdk/shell";
import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseSuspenseQueryOptions,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { api, quietly, unwrap } from "./client";

/** Whether the server refused the request: a retry gets the same response. */
export const isRefusal = (problem: unknown): problem is ApiProblem =>
  problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500;

/** The query cache of the shell and its modules. A query without data shows its error as the error page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
      throwOnError: (_, { state }) => state.data === undefined,
    },
    mutations: { retry: false },
  },
});

type Method = "get" | "post" | "put" | "patch";
/** The body of a successful response. */
export type Answer<Path extends keyof paths, Of extends Method = "get"> =
  paths[Path] extends Record<Of, { responses: { 200: { content: { "application/json": infer Body } } } }>
    ? Body
    : never;
/** The body of a request. */
export type Sent<Path extends keyof paths, Of extends Method = "post"> =
  paths[Path] extends Record<Of, { requestBody?: { content: { "application/json": infer Body } } }>
    ? Body
    : never;
export type GetPath = {
  [Path in keyof paths]: paths[Path]["get"] extends object ? Path : never;
}[keyof paths];
export type Params<Path extends GetPath> =
  paths[Path] extends Record<
    "get",
    { parameters: infer Parameters extends { path?: object; query?: object } }
  >
    ? Pick<Parameters, "path" | "query">
    : never;
type Key<Path extends GetPath> = readonly [Path, Params<Path>];
export type Options<Path extends GetPath> = Omit<
  UseQueryOptions<Answer<Path>, Error, Answer<Path>, Key<Path>>,
  "queryKey" | "queryFn"
> & {
  /** The caller handles errors; no snackbar reports them. */
  quiet?: boolean;
};

/**
 * Options of a query for a GET of the API. While another page or filter of the same list loads, the previous one stays.
 */
export function apiQuery<Path extends GetPath>(
  path: Path,
  params: Params<Path>,
  { quiet, ...options }: Options<Path> = {},
) {
  const init = { params, ...(quiet && { headers: quietly }) };
  const subject = JSON.stringify(params.path);
  return queryOptions<Answer<Path>, Error, Answer<Path>, Key<Path>>({
    queryKey: [path, params],
    queryFn: () => unwrap(api.GET(path as "/api/plans", init as never)) as Promise<Answer<Path>>,
    placeholderData: ((before, query) =>
      JSON.stringify(query?.queryKey[1]?.path) === subject
        ? before
        : undefined) as Options<Path>["placeholderData"],
    ...options,
  });
}

/** The response of a GET of the API. */
export const useApi = <Path extends GetPath>(...query: Parameters<typeof apiQuery<Path>>) =>
  useQuery(apiQuery(...query));

/** Data that the route has loaded before the page. If the user has lost the right to it, the error page shows that. */
export function useLoaded<T, Key extends QueryKey>(query: UseSuspenseQueryOptions<T, Error, T, Key>): T {
  const { data, error } = useSuspenseQuery(query);
  if (error instanceof ApiProblem && error.status === 403) throw error;
  return data;
}

const isUser = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === "/api/user";

/** Reloads everything but the user: data of one project says nothing about another. */
export const reloadForProject = (queries: QueryClient = queryClient) =>
  queries.invalidateQueries({ predicate: (query) => !isUser(query) });

/** Reloads what is shown in another language, and drops the rest. */
export function reloadForLanguage() {
  const isText = (query: { queryKey: readonly unknown[] }) =>
    String(query.queryKey[0]).startsWith("/api/") && !isUser(query);
  queryClient.removeQueries({ type: "inactive", fetchStatus: "idle", predicate: isText });
  return queryClient.invalidateQueries({ predicate: isText });
}
