import { expect, test } from "vitest";
import { nextPath } from "./next-path";

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
