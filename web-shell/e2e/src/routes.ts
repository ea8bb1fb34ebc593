import { readFileSync } from "node:fs";
import {
  type Access,
  accessOf,
  aliases,
  isOfSite,
  PATHS,
  type PageName,
  pathTo,
} from "../../app/src/paths.ts";
import { root } from "./browser.ts";
import type { Language } from "./texts.ts";

/** The kinds of visitors. An unverified user has an account with an unverified email address. */
export const PEOPLE = ["guest", "unverified", "user", "admin"] as const;
export type Visitor = (typeof PEOPLE)[number];

/** A page with an example address, or an address without a page. */
export type Route = Record<Language, string> & { page: PageName | null; access: Access };

const PAGES = Object.keys(PATHS) as PageName[];

/** Items that exist on the server; others are unknown to it. */
const KNOWN: Record<string, string> = { tool: "facebook-post", plugin: "facebook-post" };
/** Pages that respond with "not found" for the example. */
const UNKNOWN: (PageName | null)[] = [
  ...([
    "adminUser",
    "adminPackage",
    "adminReview",
    "adminRevenuePublisher",
    "adminPost",
    "adminSiteLegalText",
  ] as const),
  ...(["publisherPackage", "publisherPlugin"] as const),
  ...(["blogPost", "blogTag", "blogAuthor", "blogPreview", "ownPage"] as const),
  ...(["shop", "shopApproval", "shopWriting", "shopHistory", "shopSettings"] as const),
  ...(["audit", "auditPages", "auditTree", "auditRule"] as const),
];

/** Pages that report a missing item themselves. */
const REPORTING: PageName[] = ["document", "bulkJob", "adminMail", "shared", "auditPage"];

/** An address with an example for each parameter. */
const filled = (pattern: string, known = KNOWN) =>
  pattern
    .replace(/:(\w+)/g, (_, name: string) => known[name] ?? "1")
    .replace(/^(.*\/docs)\/\*$/, "$1/help")
    .replace(/\/\*$/, "");

const pageRoute = (page: PageName, known = KNOWN): Route => {
  const [en, pl] = [filled(PATHS[page].en, known), filled(PATHS[page].pl, known)];
  return { page, access: accessOf(page), en, pl };
};
const missing = (path: string): Route => ({ page: null, access: "public", en: path, pl: path });

const PLANNED = [...readFileSync(root("web-shell/ROUTES.md"), "utf8").matchAll(/^\| `([^`]+)` \| 404 \|$/gm)]
  .map(([, path]) => filled(path ?? ""))
  // The first is always Polish, the second is no page but a step of the sign-in.
  .filter((path) => !path.startsWith("/pl/") && !path.startsWith("/auth/google/"));

/** Every page, and addresses without one; the tools are those of the server. */
export const routes = (tools: string[]): Route[] => [
  ...PAGES.map((page) => pageRoute(page)),
  ...tools.map((tool) => pageRoute("tool", { tool })),
  ...[...PLANNED, "/nowhere", "/app/nowhere"].map(missing),
  { ...missing("/app/tools/writer"), pl: "/app/narzedzia/writer" },
];

/** The routes for the test of the router: each page of the application once, except pages that report a missing item themselves. */
export const SHOWN: Route[] = [
  ...PAGES.filter((page) => !isOfSite(page) && !REPORTING.includes(page)).map((page) => pageRoute(page)),
  ...["/nowhere", "/app/nowhere"].map(missing),
];

/** Other addresses of a page and their targets. */
export function detours(route: Route, language: Language): [path: string, outcome: Outcome][] {
  const own = route[language];
  const slash: [string, Outcome][] = own === "/" ? [] : [[`${own}/`, `to ${encodeURI(own)}`]];
  if (!route.page) return slash;
  const known = route.page === "docs" ? [{ path: "/docs", page: "docs", language: null }] : aliases();
  // Only the example of a page is tested with older addresses.
  const isExample = route.en === filled(PATHS[route.page].en);
  const older = known
    .filter(({ page }) => isExample && page === route.page)
    .map(({ path, language: only }): [string, Outcome] => [
      filled(path),
      `to ${route[only === "pl" ? "pl" : language]}`,
    ]);
  // Users are redirected to the address in their language; a public Polish one is always Polish, and a page of the site
  // has the language of its address.
  const isOpen = ["public", "guest"].includes(route.access);
  const other = route[language === "pl" ? "en" : "pl"];
  const stays = isOfSite(route.page) && route.page !== "home";
  const leads = other !== own && !stays && (language === "pl" || !isOpen);
  const translated: [string, Outcome][] = leads ? [[other, `to ${own}`]] : [];
  return [...older, ...slash, ...translated];
}

/** The outcome of a visit: the page itself, the 404 page, or a redirect. */
export type Outcome = "page" | "missing" | `to ${string}`;

/** The expected outcome of a visit. */
export function expected({ page, access, ...route }: Route, visitor: Visitor, language: Language): Outcome {
  const to = (other: PageName): Outcome => `to ${pathTo(other, language)}`;
  if (!page) return "missing";
  // The server renders pages of the site, so it knows which posts there are.
  if (access === "public") return isOfSite(page) && UNKNOWN.includes(page) ? "missing" : "page";
  if (access === "guest") return visitor === "guest" ? "page" : to("dashboard");
  if (visitor === "guest")
    return `to ${pathTo("login", language)}?next=${encodeURIComponent(encodeURI(route[language]))}`;
  if (access === "signed-in") return "page";
  if (visitor === "unverified") return to("verifyEmail");
  return access === "admin" && visitor !== "admin" ? "missing" : "page";
}

/** The outcome of a visit in the router. */
export function shown(route: Route, visitor: Visitor, language: Language): Outcome {
  const outcome = expected(route, visitor, language);
  const dashboard: Outcome = `to ${pathTo("dashboard", language)}`;
  // A user with a verified address is redirected from the verification.
  if (route.page === "verifyEmail" && outcome === "page" && visitor !== "unverified") return dashboard;
  // An unverified user is redirected from the dashboard in turn.
  if (visitor === "unverified" && outcome === dashboard) return `to ${pathTo("verifyEmail", language)}`;
  return outcome === "page" && UNKNOWN.includes(route.page) ? "missing" : outcome;
}
