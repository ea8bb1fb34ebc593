import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findPage, pageAt } from "./paths";
import { plannedRoutes, routesDocument, routeTable } from "./route-table";

const document = path.resolve(import.meta.dirname, "../../ROUTES.md");

test("ROUTES.md is up to date; otherwise run npm run routes", () => {
  expect(readFileSync(document, "utf8")).toBe(routesDocument());
});

test("no two addresses are the same", () => {
  const patterns = routeTable().map(({ pattern }) => pattern);
  expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
});

test("an older address is never a current one", () => {
  // The address of the docs is a prefix of the addresses of their pages.
  const older = routeTable().filter(({ alias, page }) => alias && page !== "docs");
  expect(older.map(({ pattern }) => pattern).filter((pattern) => pageAt(pattern))).toEqual([]);
});

test("planned addresses have no page", () => {
  const pages = plannedRoutes().map((pattern) => findPage(pattern.replace(/:\w+/g, "x"))?.page ?? "docs");
  expect(pages.filter((page) => page !== "docs")).toEqual([]);
});

test("pages under /app/ require a user, and its administration an administrator", () => {
  for (const { pattern, access, alias } of routeTable()) {
    if (alias || !pattern.startsWith("/app")) continue;
    expect([pattern, access]).toEqual([pattern, pattern.startsWith("/app/admin/") ? "admin" : "user"]);
  }
});

test("an older address of the application redirects to the same page, in its language", () => {
  const older = routeTable().find(({ pattern }) => pattern === "/dashboard/narzedzia/:tool/*");
  expect(older).toMatchObject({ page: "tool", language: "pl", alias: true, access: "user" });
  const neutral = routeTable().find(({ pattern }) => pattern === "/auth/login");
  expect(neutral).toMatchObject({ page: "login", language: null });
});
