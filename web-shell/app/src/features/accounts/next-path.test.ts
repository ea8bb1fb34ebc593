import { expect, test } from "vitest";
import { nextPath, withNext } from "./next-path";

const HOME = "/app/dashboard";
const from = (next: string) => nextPath(new URLSearchParams({ next }), HOME);

test.each([
  "/app/archive?folder=trash&q=a%20b",
  "/app/ustawienia/p%C5%82atno%C5%9Bci",
  "/app/tools/facebook-post/new",
  "/change-password",
  "/zmiana-hasla",
  "/onboarding?step=brand",
  "/email/verify?token=x",
  "/checkout?plan=2",
  "/shop-panel/shoper?shop=1a2b&timestamp=2026-11-26%2012:00:00&hash=3c",
])("goes on to %s", (next) => {
  expect(from(next)).toBe(next);
});

test.each([
  "",
  "app/archive",
  "/",
  "/login",
  "/register",
  "/nowhere",
  "/app/../nowhere",
  "//example.com/app/archive",
  "/\\example.com/app/archive",
  "https://example.com/app/archive",
  "javascript:alert(1)",
])("does not go on to %j", (next) => {
  expect(from(next)).toBe(HOME);
});

test.each([
  "/\t/example.com/app/archive",
  "/\n\\example.com/app/archive",
  "/\r//example.com/app/archive",
  "/.//example.com/app/archive",
  "\t//example.com/app/archive",
])("w11: what browsers read as another site is not gone to: %j", (next) => {
  expect(from(next)).toBe(HOME);
});

test("the pages before the sign-in pass the address on to each other", () => {
  const next = "/shop-panel/shoper?shop=1&hash=2";
  const search = new URLSearchParams({ next, problem: "google-failed" });
  expect(withNext("/register", search)).toBe(`/register?next=${encodeURIComponent(next)}`);
  expect(withNext("/register", new URLSearchParams())).toBe("/register");
});
