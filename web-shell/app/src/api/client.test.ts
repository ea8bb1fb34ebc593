// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onReaction, send } from "./client";
import type { Reaction } from "./status";

const reactions: Reaction[] = [];
const server = vi.fn<(request: Request | string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", server);
  onReaction((reaction) => reactions.push(reaction));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.mockReset();
  reactions.length = 0;
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = "XSRF-TOKEN=; max-age=0";
});

const json = (status: number, body: object) => Response.json(body, { status });
const post = () => new Request("http://localhost/api/tools/x/runs", { method: "POST", body: "{}" });

/** Answers the CSRF request by setting a cookie, and other requests in order. */
function serve(...answers: Response[]) {
  server.mockImplementation(async (request) => {
    if (typeof request === "string") {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
      document.cookie = "XSRF-TOKEN=fresh%3D";
      return new Response(null, { status: 204 });
    }
    return answers.shift() ?? json(500, {});
  });
}

const sentTokens = () =>
  server.mock.calls.flatMap(([request]) =>
    typeof request === "string" ? [] : [request.headers.get("X-XSRF-TOKEN")],
  );

test("an unsafe call fetches the token first and sends it", async () => {
  serve(json(202, {}));
  const response = await send(post());
  expect(response.status).toBe(202);
  expect(sentTokens()).toEqual(["fresh="]);
});

test("419 is retried once, with a fresh token after 300 ms", async () => {
  serve(json(419, {}), json(202, { id: "1" }));
  const answer = send(post());
  await vi.advanceTimersByTimeAsync(299);
  expect(sentTokens()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).status).toBe(202);
  expect(sentTokens()).toHaveLength(2);
  expect(reactions).toEqual([]);
});

test("a second 419 is reported", async () => {
  serve(json(419, { message: "Expired" }), json(419, { message: "Expired" }));
  const answer = send(post());
  await vi.advanceTimersByTimeAsync(300);
  expect((await answer).status).toBe(419);
  expect(reactions).toEqual([{ do: "report", text: "Expired", fallback: "shell.problem.expired" }]);
});

test("an unreachable server is reported, and the caller gets a problem", async () => {
  server.mockRejectedValue(new TypeError("network"));
  await expect(send(new Request("http://localhost/api/tools"))).rejects.toMatchObject({ status: 0 });
  expect(reactions).toEqual([{ do: "report", text: null, fallback: "shell.problem.unreachable" }]);
});

test("a quiet call leaves its errors to the caller and does not send the internal header", async () => {
  serve(json(500, {}));
  await send(new Request("http://localhost/api/user", { headers: { "x-quiet": "1" } }));
  expect(reactions).toEqual([]);
  const [request] = server.mock.calls[0] ?? [];
  expect((request as Request).headers.has("x-quiet")).toBe(false);
});

test("in a frame calls send the token of the sign-in, and no cookie is requested", async () => {
  vi.spyOn(window, "top", "get").mockReturnValue({} as Window);
  serve(json(200, { token: "t0ken", user: {} }), json(202, {}));
  await send(new Request("http://localhost/login", { method: "POST", body: "{}" }));
  await send(post());
  const sent = server.mock.calls.map(([request]) => request).filter((request) => typeof request !== "string");
  expect(sent.map(({ headers }) => headers.get("Authorization"))).toEqual([null, "Bearer t0ken"]);
  localStorage.clear();
  vi.restoreAllMocks();
});

test("in a top-level window no token is stored", async () => {
  serve(json(200, { token: "t0ken", user: {} }));
  await send(new Request("http://localhost/login", { method: "POST", body: "{}" }));
  expect(localStorage.length).toBe(0);
});
