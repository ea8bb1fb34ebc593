import { accessOf, type PageName, pageAt } from "../../paths";

const HERE = "http://localhost";

/** Public pages with actions of users. */
const ASKING: (PageName | null)[] = ["checkout", "shopPanel"];

/** The address as browsers read it: they drop tabs and line breaks, and treat a backslash as a slash. */
function read(next: string): URL | undefined {
  try {
    return new URL(next, HERE);
  } catch {
    return undefined;
  }
}

/**
 * Where to go after the sign-in: to the page that requires it, or to a public one whose buttons do. Never to another
 * site: such an address begins with two slashes, or with characters that browsers treat as such.
 */
export function nextPath(search: URLSearchParams, otherwise: string): string {
  const next = search.get("next") ?? "";
  const url = next.startsWith("/") ? read(next) : undefined;
  if (url?.origin !== HERE || url.pathname.startsWith("//")) return otherwise;
  const page = pageAt(url.pathname);
  if (!page) return otherwise;
  const asks = ASKING.includes(page) || !["public", "guest"].includes(accessOf(page));
  return asks ? `${url.pathname}${url.search}${url.hash}` : otherwise;
}

/** The address of another page before the sign-in, which leads to the same page afterwards. */
export function withNext(path: string, search: URLSearchParams): string {
  const next = search.get("next");
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
