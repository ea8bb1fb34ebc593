// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../api/client";
import { userQuery } from "../api/session";
import { switchLanguage, textsReady } from "../i18n/i18n";
import { startLanguage } from "../i18n/language";
import { dropSlash, followPathLanguage, guard, leaveVerified, runGuards } from "./guards";

vi.stubGlobal("fetch", () => Promise.reject(new Error("no guard sends a request when the user is known")));

const visit = (path: string) =>
  ({ request: new Request(`http://localhost${path}`) }) as Parameters<typeof guard>[1];
const asking = (role: string | null) =>
  queryClient.setQueryData(userQuery.queryKey, role && { role, email_verified_at: "2026-01-01T00:00:00Z" });
const target = (response: Response | null) => response?.headers.get("location") ?? null;

beforeEach(() => queryClient.clear());

test("a guest is sent to the sign-in, and returns afterwards", async () => {
  asking(null);
  expect(target(await guard("user", visit("/app/archive?q=x")))).toBe("/login?next=%2Fapp%2Farchive%3Fq%3Dx");
  expect(target(await guard("admin", visit("/app/admin/users")))).toBe("/login?next=%2Fapp%2Fadmin%2Fusers");
  expect(await guard("guest", visit("/login"))).toBeNull();
  expect(await guard("public", visit("/"))).toBeNull();
});

test("a signed-in user leaves the pages for guests", async () => {
  asking("user");
  expect(target(await guard("guest", visit("/login")))).toBe("/app/dashboard");
  expect(await guard("user", visit("/app/archive"))).toBeNull();
});

test("the link to a new password works for a signed-in user", async () => {
  asking("user");
  expect(await guard("guest", visit("/reset-password?token=x"))).toBeNull();
  expect(target(await guard("guest", visit("/reset-password")))).toBe("/app/dashboard");
  expect(target(await guard("guest", visit("/register?token=x")))).toBe("/app/dashboard");
});

test("a user with a verified address leaves the page that asks for it", async () => {
  asking("user");
  expect(target(await leaveVerified(visit("/verify-email")))).toBe("/app/dashboard");
  queryClient.setQueryData(userQuery.queryKey, { role: "user", email_verified_at: null } as never);
  expect(await leaveVerified(visit("/verify-email"))).toBeNull();
});

test("for ordinary users the pages of administrators do not exist", async () => {
  asking("user");
  await expect(guard("admin", visit("/app/admin/users"))).rejects.toMatchObject({ init: { status: 404 } });
  for (const role of ["admin", "super-admin"]) {
    asking(role);
    expect(await guard("admin", visit("/app/admin/users"))).toBeNull();
  }
});

test("an unknown guard is an error of the shell", async () => {
  await expect(runGuards(["no-such-guard"], visit("/app"))).rejects.toMatchObject({
    data: "Unknown middleware",
    init: { status: 500 },
  });
});

test("a trailing slash is dropped, the query is kept", () => {
  expect(target(dropSlash(visit("/app/archive/?q=x")))).toBe("/app/archive?q=x");
  expect(dropSlash(visit("/app/archive"))).toBeNull();
  expect(dropSlash(visit("/"))).toBeNull();
});

test("behind the sign-in users keep their language at any address, elsewhere a Polish address is Polish", async () => {
  await textsReady;
  await switchLanguage("en");
  expect(target(await followPathLanguage(visit("/app/narzedzia/email?q=x")))).toBe("/app/tools/email?q=x");
  expect(startLanguage("/app/narzedzia/email")).toBe("en");
  expect(startLanguage("/pl")).toBe("pl");
  expect(await followPathLanguage(visit("/pl"))).toBeNull();

  expect(target(await followPathLanguage(visit("/app/tools/email?q=x")))).toBe("/app/narzedzia/email?q=x");
  expect(startLanguage("/app/tools/email")).toBe("pl");
});

test("without an earlier choice the address determines the language", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the page under test reads it.
  document.cookie = "locale=; path=/; max-age=0";
  expect(startLanguage("/app/narzedzia/email")).toBe("pl");
  expect(startLanguage("/app/tools/email")).toBe("en");
});
