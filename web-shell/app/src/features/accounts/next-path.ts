import { accessOf, pageAt } from "../../paths";

/**
 * Where to go after the sign-in: to a page that asks for it, or to the plans, whose buttons do. Never to another site,
 * whose address may begin with two slashes, or with a slash and what browsers take for one.
 */
export function nextPath(search: URLSearchParams, otherwise: string): string {
  const next = search.get("next") ?? "";
  if (!/^\/(?![/\\])/.test(next)) return otherwise;
  const page = pageAt(new URL(next, "http://localhost").pathname);
  if (!page) return otherwise;
  const asks = page === "checkout" || !["public", "guest"].includes(accessOf(page));
  return asks ? next : otherwise;
}
