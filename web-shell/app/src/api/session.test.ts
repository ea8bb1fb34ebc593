// @vitest-environment jsdom
import type { User } from "@sitewright/sdk/shell";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "./client";
import { endSession, leaveSession, userQuery } from "./session";

const asked: string[] = [];
vi.stubGlobal("fetch", async (request: Request | string) => {
  asked.push(typeof request === "string" ? request : `${request.method} ${new URL(request.url).pathname}`);
  return Response.json({}, { status: 401 });
});

beforeEach(() => {
  asked.length = 0;
  queryClient.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = "XSRF-TOKEN=known";
  queryClient.setQueryData(userQuery.queryKey, { id: "1", name: "Zofia" });
});
afterEach(() => vi.restoreAllMocks());

test("an unknown session ends in a top-level window", async () => {
  await leaveSession(true);
  expect(asked).toEqual(["GET /api/user", "POST /logout"]);
  expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull();
});

test("a refused sign-in has no session to end", async () => {
  await leaveSession(false);
  expect(asked).toEqual(["GET /api/user"]);
});

test("in a frame the session does not end", async () => {
  vi.spyOn(window, "top", "get").mockReturnValue({} as Window);
  await leaveSession(true);
  expect(asked).toEqual(["GET /api/user"]);
});

test("the visitor in the page is used once", async () => {
  queryClient.clear();
  document.documentElement.dataset.visitor = "guest";
  expect(await queryClient.fetchQuery(userQuery)).toBeNull();
  expect(asked).toEqual([]);
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(asked).toEqual(["GET /api/user"]);
});

test("the site and other windows learn of a user, and of the end of the session", async () => {
  expect(localStorage.getItem("sitewright.signed-in")).toBe("1");
  endSession();
  expect(localStorage.getItem("sitewright.signed-in")).toBeNull();
});

test("a window without storage keeps its user", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  queryClient.setQueryData(userQuery.queryKey, { id: "2", name: "Jan" } as User);
  expect(queryClient.getQueryData(userQuery.queryKey)).toMatchObject({ id: "2" });
});
