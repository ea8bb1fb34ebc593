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
import createClient from "openapi-fetch";
import { earlyResponse } from "./early";
import { frameToken, keepToken } from "./frame";
import { type ProblemBody, type Reaction, reactionTo } from "./status";
import { tabProject } from "./tab-project";

/** Marks a request whose caller handles errors. Never sent to the server. */
const QUIET = "x-quiet";

/** Names the project of this tab; without it, the server takes the one that was selected last. */
const PROJECT = "x-tab-project";

const CSRF_RETRY_DELAY_MS = 300;

let react: (reaction: Reaction) => void = () => {};

type Body = ProblemBody & { error?: unknown; token?: unknown };

/** The API, typed by its OpenAPI document. */
export const api = createClient<paths>({
  baseUrl: typeof location === "undefined" ? "http://localhost" : location.origin,
  credentials: "same-origin",
  headers: { Accept: "application/json" },
  fetch: send,
});

/** Headers for calls that show their errors themselves. */
export const quietly = { [QUIET]: "1" };

type ClientAnswer<T> = { data?: T; error?: unknown; response: Response };

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
    // Offline, a mutation would wait without end: it fails at once, and the user repeats it.
    mutations: { retry: false, networkMode: "always" },
  },
});

type Method = "get" | "post" | "put" | "patch";

export type Answer<Path extends keyof paths, Of extends Method = "get"> =
  paths[Path] extends Record<Of, { responses: { 200: { content: { "application/json": infer Body } } } }>
    ? Body
    : never;

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

export const useApi = <Path extends GetPath>(...query: Parameters<typeof apiQuery<Path>>) =>
  useQuery(apiQuery(...query));

/** Data that the route has loaded before the page. If the user has lost the right to it, the error page shows that. */
export function useLoaded<T, Key extends QueryKey>(query: UseSuspenseQueryOptions<T, Error, T, Key>): T {
  const { data, error } = useSuspenseQuery(query);
  if (error instanceof ApiProblem && error.status === 403) throw error;
  return data;
}

const isUser = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === "/api/user";

/** Reloads everything but the user, after a change of the project. */
export const reloadForProject = (queries: QueryClient = queryClient) =>
  queries.invalidateQueries({ predicate: (query) => !isUser(query) });

/** Reloads visible data in another language, and drops the rest. */
export function reloadForLanguage() {
  const isText = (query: { queryKey: readonly unknown[] }) =>
    String(query.queryKey[0]).startsWith("/api/") && !isUser(query);
  queryClient.removeQueries({ type: "inactive", fetchStatus: "idle", predicate: isText });
  return queryClient.invalidateQueries({ predicate: isText });
}

/** The parameters of a call about one thing. */
export const withId = <Id>(id: Id) => ({ params: { path: { id } } });

/** The shell sets how reactions are shown; the client does not depend on snackbars. */
export function onReaction(listener: (reaction: Reaction) => void) {
  react = listener;
}

function csrfToken(): string | null {
  const match = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]+)/);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}

async function refreshCsrf() {
  await fetch("/sanctum/csrf-cookie", { credentials: "same-origin" });
}

async function dispatch(request: Request): Promise<Response> {
  const token = frameToken();
  if (token) {
    const framed = request.clone();
    framed.headers.set("Authorization", `Bearer ${token}`);
    return fetch(framed);
  }
  if (request.method === "GET") return (await earlyResponse(request)) ?? fetch(request);
  if (!csrfToken()) await refreshCsrf();
  const attempt = request.clone();
  attempt.headers.set("X-XSRF-TOKEN", csrfToken() ?? "");
  return fetch(attempt);
}

async function bodyOf(response: Response): Promise<Body> {
  if (!response.headers.get("content-type")?.includes("json")) return {};
  try {
    const body = await response.clone().json();
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

async function withCsrfRetry(request: Request): Promise<Response> {
  const response = await dispatch(request);
  if (response.status !== 419) return response;
  await refreshCsrf();
  await new Promise((resolve) => setTimeout(resolve, CSRF_RETRY_DELAY_MS));
  return dispatch(request);
}

/** Sends a request with the CSRF token, retries a 419 once, and applies the status table. */
export async function send(request: Request): Promise<Response> {
  const quiet = request.headers.has(QUIET);
  request.headers.delete(QUIET);
  const project = tabProject();
  if (project !== null) request.headers.set(PROJECT, String(project));
  const response = await withCsrfRetry(request).catch((cause) => {
    if (request.signal.aborted) throw cause;
    if (!quiet) react({ do: "report", text: null, fallback: "shell.problem.unreachable" });
    throw new ApiProblem(0, {}, null);
  });
  const { pathname } = new URL(request.url);
  const body = await bodyOf(response);
  // The response to a sign-in holds a token.
  if (response.ok && request.method === "POST" && typeof body.token === "string") keepToken(body.token);
  if (!quiet) {
    const reaction = reactionTo(response.status, `${request.method} ${pathname}`, body);
    if (reaction.do === "log") console.warn("Too many requests", request.url);
    else if (reaction.do !== "nothing") react(reaction);
  }
  return response;
}

/** The data of a response; throws `ApiProblem`. */
export async function unwrap<T>(answer: Promise<ClientAnswer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  throw new ApiProblem(response.status, (error ?? {}) as ProblemBody, response.headers.get("retry-after"));
}
