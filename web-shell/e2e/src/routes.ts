import { readFileSync } from "node:fs";
import { type Access, accessOf, aliases, PATHS, type PageName, pathTo } from "../../app/src/paths.ts";
import { root } from "./browser.ts";
import type { Language } from "./texts.ts";

/** Who asks. Somebody unverified has an account whose email address is not confirmed yet. */
export const PEOPLE = ["guest", "unverified", "user", "admin"] as const;
export type Visitor = (typeof PEOPLE)[number];

/** A page at an example of its address, or an address without any page. */
export type Route = Record<Language, string> & { page: PageName | null; access: Access };

const PAGES = Object.keys(PATHS) as PageName[];

/** What the server has; of everything else it knows the address alone. */
const KNOWN: Record<string, string> = { tool: "facebook-post", plugin: "facebook-post" };
/** Pages that say that there is no such thing as the example. */
const UNKNOWN: (PageName | null)[] = [
  ...(["adminUser", "adminPackage", "adminReview", "adminRevenuePublisher"] as const),
  ...(["publisherPackage", "publisherPlugin"] as const),
];

/** An address with an example in the place of each parameter. */
const filled = (pattern: string, known = KNOWN) =>
  pattern
    .replace(/:(\w+)/g, (_, name: string) => known[name] ?? "1")
    .replace(/^(.*\/docs)\/\*$/, "$1/introduction")
    .replace(/\/\*$/, "");

const pageRoute = (page: PageName, known = KNOWN): Route => {
  const [en, pl] = [filled(PATHS[page].en, known), filled(PATHS[page].pl, known)];
  return { page, access: accessOf(page), en, pl };
};
const missing = (path: string): Route => ({ page: null, access: "public", en: path, pl: path });

const PLANNED = [...readFileSync(root("web-shell/ROUTES.md"), "utf8").matchAll(/^\| `([^`]+)` \| 404 \|$/gm)]
  .map(([, path]) => filled(path ?? ""))
  // The one speaks Polish to everybody, the other is no page but a step of the sign-in.
  .filter((path) => !path.startsWith("/pl/") && !path.startsWith("/auth/google/"));

/** Every page, and addresses that none answers; the tools are those of the server. */
export const routes = (tools: string[]): Route[] => [
  ...PAGES.map((page) => pageRoute(page)),
  ...tools.map((tool) => pageRoute("tool", { tool })),
  ...[...PLANNED, "/nowhere", "/app/nowhere"].map(missing),
  { ...missing("/app/tools/writer"), pl: "/app/narzedzia/writer" },
];

/** What the router is asked for: one of everything, but nothing whose page says in its own words that it is gone. */
export const SHOWN: Route[] = [
  ...PAGES.filter((page) => !["document", "bulkJob", "adminMail"].includes(page)).map((page) =>
    pageRoute(page),
  ),
  ...["/nowhere", "/app/nowhere"].map(missing),
];

/** Other addresses of a page and where they lead. */
export function detours(route: Route, language: Language): [path: string, outcome: Outcome][] {
  const own = route[language];
  const slash: [string, Outcome][] = own === "/" ? [] : [[`${own}/`, `to ${encodeURI(own)}`]];
  if (!route.page) return slash;
  const known = route.page === "docs" ? [{ path: "/docs", page: "docs", language: null }] : aliases();
  // The example of a page stands for its older addresses.
  const isExample = route.en === filled(PATHS[route.page].en);
  const older = known
    .filter(({ page }) => isExample && page === route.page)
    .map(({ path, language: only }): [string, Outcome] => [
      filled(path),
      `to ${route[only === "pl" ? "pl" : language]}`,
    ]);
  // Whoever chose Polish is not left on an English address; a Polish one shows Polish to everybody.
  const english: [string, Outcome][] = language === "pl" && route.en !== own ? [[route.en, `to ${own}`]] : [];
  return [...older, ...slash, ...english];
}

/** Where a visit ends: on the page itself, on the 404 page, or at another address. */
export type Outcome = "page" | "missing" | `to ${string}`;

/** What a visit leads to. */
export function expected({ page, access, ...route }: Route, visitor: Visitor, language: Language): Outcome {
  const to = (other: PageName): Outcome => `to ${pathTo(other, language)}`;
  if (!page) return "missing";
  if (access === "public") return "page";
  if (access === "guest") return visitor === "guest" ? "page" : to("dashboard");
  if (visitor === "guest")
    return `to ${pathTo("login", language)}?next=${encodeURIComponent(encodeURI(route[language]))}`;
  if (access === "signed-in") return "page";
  if (visitor === "unverified") return to("verifyEmail");
  return access === "admin" && visitor !== "admin" ? "missing" : "page";
}

/** What the router shows of a visit. */
export function shown(route: Route, visitor: Visitor, language: Language): Outcome {
  const outcome = expected(route, visitor, language);
  const dashboard: Outcome = `to ${pathTo("dashboard", language)}`;
  // Whoever has verified the address is led on from where it is asked for.
  if (route.page === "verifyEmail" && outcome === "page" && visitor !== "unverified") return dashboard;
  // Who is sent to the dashboard before that is sent on from there.
  if (visitor === "unverified" && outcome === dashboard) return `to ${pathTo("verifyEmail", language)}`;
  return outcome === "page" && UNKNOWN.includes(route.page) ? "missing" : outcome;
}
