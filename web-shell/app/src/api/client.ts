import type { paths } from "@sitewright/sdk/shell";
import { ApiProblem } from "@sitewright/sdk/shell";
import createClient from "openapi-fetch";
import { frameToken, keepToken } from "./frame";
import { type ProblemBody, type Reaction, reactionTo } from "./status";

/** Marks a request whose caller handles errors itself. Never sent to the server. */
const QUIET = "x-quiet";
const CSRF_RETRY_DELAY_MS = 300;

let react: (reaction: Reaction) => void = () => {};

/** The shell says once how reactions are shown; the client knows nothing of snackbars. */
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
  if (request.method === "GET") return fetch(request);
  if (!csrfToken()) await refreshCsrf();
  const attempt = request.clone();
  attempt.headers.set("X-XSRF-TOKEN", csrfToken() ?? "");
  return fetch(attempt);
}

type Body = ProblemBody & { error?: unknown; token?: unknown };

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
  const response = await withCsrfRetry(request).catch((cause) => {
    if (request.signal.aborted) throw cause;
    if (!quiet) react({ do: "tell", text: null, fallback: "shell.problem.unreachable" });
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

/** The API, typed by its OpenAPI document. */
export const api = createClient<paths>({
  baseUrl: typeof location === "undefined" ? "http://localhost" : location.origin,
  credentials: "same-origin",
  headers: { Accept: "application/json" },
  fetch: send,
});

/** Headers for calls that show their errors themselves. */
export const quietly = { [QUIET]: "1" };

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The data of an answer, or a thrown `ApiProblem`. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  throw new ApiProblem(response.status, (error ?? {}) as ProblemBody, response.headers.get("retry-after"));
}
