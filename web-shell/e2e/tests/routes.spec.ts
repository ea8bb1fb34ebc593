import type { BrowserContext, Page } from "@playwright/test";
import { pathTo } from "../../app/src/paths.ts";
import type { Api } from "../src/api.ts";
import { register } from "../src/person.ts";
import {
  detours,
  expected,
  type Outcome,
  PEOPLE,
  type Route,
  routes,
  SHOWN,
  shown,
  type Visitor,
} from "../src/routes.ts";
import { enterAs } from "../src/staff.ts";
import { expect, IN_POLISH, inEach, LANGUAGES, type Language, test } from "../src/test.ts";

test.use({ setup: "proving" });

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The time for a page to appear before another outcome is assumed. */
const PATIENCE_MS = 5_000;

/** The cookies of each visitor, including the selected language. */
async function visitors(api: Api, language: Language) {
  const { context, server } = api;
  const enter: Record<Visitor, () => Promise<unknown>> = {
    guest: async () => {},
    unverified: () => register(api, language),
    user: () => enterAs(api, "user", language),
    admin: () => enterAs(api, "admin", language),
  };
  const cookies = {} as Record<Visitor, Cookies>;
  for (const visitor of PEOPLE) {
    await context.clearCookies();
    await enter[visitor]();
    const chosen = Object.entries({ locale: language, cookie_consent: "1" });
    await context.addCookies(chosen.map(([name, value]) => ({ name, value, url: server.url })));
    if (visitor === "unverified") {
      const user = await api.get("/api/user");
      expect(user.email_verified_at, "a new user has not verified the address").toBeNull();
    }
    cookies[visitor] = await context.cookies();
  }
  return cookies;
}

const readable = (outcome: string) => decodeURIComponent(outcome);

/** The server's response to a browser that opens an address. */
async function answer(url: string, path: string, cookies: Cookies, language: Language): Promise<string> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { accept: "text/html", cookie };
  const response = await fetch(url + encodeURI(path), { redirect: "manual", headers });
  const shown = response.headers.get("content-language");
  await response.body?.cancel();
  const location = response.headers.get("location");
  if (location) return `to ${location}`;
  if (shown !== language) return `${response.status} in ${shown}`;
  return response.status === 200 ? "page" : response.status === 404 ? "missing" : String(response.status);
}

inEach(LANGUAGES, (language) => {
  test("the server answers every address as in the table", async ({ server, api }) => {
    const cookies = await visitors(api, language);
    const { tools } = await api.get("/api/tools?per_page=48");
    const differences: string[] = [];
    const ask = async (route: Route, visitor: Visitor, path: string, wanted: string) => {
      const first = await answer(server.url, path, cookies[visitor], language);
      // An older English address redirects to the English one, and that to the Polish one, which is tested below.
      const found = first === `to ${route.en}` ? `to ${route[language]}` : first;
      if (readable(found) !== readable(wanted))
        differences.push(`${visitor} at ${path}: ${found}, not ${wanted}`);
    };
    for (const route of routes(tools.map(({ id }: { id: string }) => id))) {
      await Promise.all([
        ...PEOPLE.map((visitor) => ask(route, visitor, route[language], expected(route, visitor, language))),
        ...detours(route, language).map(([path, outcome]) => ask(route, "guest", path, outcome)),
      ]);
    }
    expect(differences).toEqual([]);
  });
});

inEach(IN_POLISH, (language) => {
  test("the router shows every address as in the table", async ({ page, context, api, watch }) => {
    test.slow();
    // Examples of items that do not exist; the pages report that.
    watch.expect(410, /^\/api\/one-time-login\/validate$/);
    watch.expect(404, /./);
    const cookies = await visitors(api, language);
    const differences: string[] = [];
    for (const visitor of PEOPLE) {
      await context.clearCookies();
      await context.addCookies(cookies[visitor]);
      await page.goto("/app/nowhere");
      for (const route of SHOWN) {
        const wanted = shown(route, visitor, language);
        const found = await visit(page, route[language], wanted, language);
        if (readable(found) !== readable(wanted))
          differences.push(`${visitor} at ${route[language]}: ${found}, not ${wanted}`);
      }
    }
    expect(differences).toEqual([]);
  });
});

/** Navigates within the application like a link, and marks the heading of the previous page. */
async function go(page: Page, path: string) {
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll("h1")) heading.dataset.left = "";
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
  const arrived = page.locator("h1:not([data-left])").first();
  return arrived.waitFor({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
}

/** The outcome of a navigation within the application. It starts on a page that cannot be the outcome. */
async function visit(page: Page, path: string, wanted: Outcome, language: Language): Promise<string> {
  const isMissing = (await page.locator("[data-status='404']").count()) > 0;
  if (isMissing === (wanted === "missing"))
    await go(page, isMissing ? pathTo("checkout", language) : "/app/nowhere");
  if (!(await go(page, path))) return `nothing at ${new URL(page.url()).pathname}`;
  if (await page.locator("[data-status]").count()) {
    const status = await page.locator("[data-status]").getAttribute("data-status");
    return status === "404" ? "missing" : `error ${status}`;
  }
  const { pathname, search } = new URL(page.url());
  const end = pathname + search;
  return readable(end) === path ? "page" : `to ${end}`;
}
