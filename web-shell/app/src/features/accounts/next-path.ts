import { accessOf, pageAt } from "../../paths";

const HERE = "http://localhost";

/** The address as browsers read it: they drop tabs and line breaks, and take a backslash for a slash. */
function read(next: string): URL | undefined {
  try {
    return new URL(next, HERE);
  } catch {
    return undefined;
  }
}

/**
 * Where to go after the sign-in: to a page that asks for it, or to the plans, whose buttons do. Never to another site,
 * whose address may begin with two slashes, or with what browsers take for them.
 */
export function nextPath(search: URLSearchParams, otherwise: string): string {
  const next = search.get("next") ?? "";
  const url = next.startsWith("/") ? read(next) : undefined;
  if (url?.origin !== HERE || url.pathname.startsWith("//")) return otherwise;
  const page = pageAt(url.pathname);
  if (!page) return otherwise;
  const asks = page === "checkout" || !["public", "guest"].includes(accessOf(page));
  return asks ? `${url.pathname}${url.search}${url.hash}` : otherwise;
}
