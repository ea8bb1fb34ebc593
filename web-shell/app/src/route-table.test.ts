import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findPage, pageAt } from "./paths";
import { plannedRoutes, routesDocument, routeTable } from "./route-table";

const document = path.resolve(import.meta.dirname, "../../ROUTES.md");

test("ROUTES.md says what the router does; if not: npm run routes", () => {
  expect(readFileSync(document, "utf8")).toBe(routesDocument());
});

test("no two addresses are the same", () => {
  const patterns = routeTable().map(({ pattern }) => pattern);
  expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
});

test("an older address is never a page's own", () => {
  // The docs alone are the beginning of the addresses of their pages.
  const older = routeTable().filter(({ alias, page }) => alias && page !== "docs");
  expect(older.map(({ pattern }) => pattern).filter((pattern) => pageAt(pattern))).toEqual([]);
});

test("what is still to come has no page", () => {
  const pages = plannedRoutes().map((pattern) => findPage(pattern.replace(/:\w+/g, "x"))?.page ?? "docs");
  expect(pages.filter((page) => page !== "docs")).toEqual([]);
});

test("everything behind /app/ is closed, and its administration to all but administrators", () => {
  for (const { pattern, access, alias } of routeTable()) {
    if (alias || !pattern.startsWith("/app")) continue;
    expect([pattern, access]).toEqual([pattern, pattern.startsWith("/app/admin/") ? "admin" : "user"]);
  }
});

test("an older address of the application leads to the same page, in its own language", () => {
  const older = routeTable().find(({ pattern }) => pattern === "/dashboard/narzedzia/:tool/*");
  expect(older).toMatchObject({ page: "tool", language: "pl", alias: true, access: "user" });
  const neutral = routeTable().find(({ pattern }) => pattern === "/auth/login");
  expect(neutral).toMatchObject({ page: "login", language: null });
});
