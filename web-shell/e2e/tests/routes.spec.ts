import type { BrowserContext, Page } from "@playwright/test";
import { csrfHeaders, newPerson, register } from "../src/person.ts";
import {
  expected,
  type Outcome,
  PEOPLE,
  ROUTES,
  type Route,
  shown,
  type Visitor,
  verifies,
} from "../src/routes.ts";
import type { Sitewright } from "../src/sitewright.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES, type Language } from "../src/texts.ts";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** How long a page may take to appear before something else is said to have happened. */
const PATIENCE_MS = 5_000;

/** All tools have one page; in the browser one of them stands for the others, as /nowhere does for what comes later. */
const SHOWN = ROUTES.filter(
  ({ en, state }) =>
    (state === "built" && !en.startsWith("/app/tools/")) ||
    en.endsWith("/facebook-post") ||
    en.endsWith("/nowhere"),
);

/** An account made on the command line, with a verified address. */
async function create(context: BrowserContext, server: Sitewright, ...options: string[]) {
  const { email, name, password } = newPerson();
  await server.command(
    "user",
    "create",
    "--email",
    email,
    "--name",
    name,
    "--password",
    password,
    ...options,
  );
  const headers = await csrfHeaders(context, server.url);
  const answer = await context.request.post(`${server.url}/login`, { headers, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The cookies of each visitor, who has chosen the language. */
async function visitors(context: BrowserContext, server: Sitewright, language: Language) {
  const enter: Record<Visitor, () => Promise<unknown>> = {
    guest: async () => {},
    unverified: () => register(context, server.url, language),
    user: () => create(context, server, "--language", language),
    admin: () => create(context, server, "--language", language, "--admin"),
  };
  const cookies = {} as Record<Visitor, Cookies>;
  for (const visitor of PEOPLE) {
    await context.clearCookies();
    await enter[visitor]();
    await context.addCookies(
      Object.entries({ locale: language, cookie_consent: "1" }).map(([name, value]) => ({
        name,
        value,
        url: server.url,
      })),
    );
    if (visitor === "unverified" && verifies()) {
      const user = await (await context.request.get(`${server.url}/api/user`)).json();
      expect(user.email_verified_at, "somebody new has not verified the address").toBeNull();
    }
    cookies[visitor] = await context.cookies();
  }
  return cookies;
}

const readable = (outcome: string) => decodeURIComponent(outcome);

/** What the server says to a browser that opens an address. */
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

/** Other addresses of a page and where they lead; for a page that comes later, nowhere. */
function detours(route: Route, language: Language): [path: string, outcome: Outcome][] {
  const own = route[language];
  const lead = (path: string): [string, Outcome] => [path, route.state === "later" ? "missing" : `to ${own}`];
  const slash: [string, Outcome][] = own === "/" ? [] : [[`${own}/`, `to ${encodeURI(own)}`]];
  // Whoever chose Polish is not left on an English address; a Polish one shows Polish to everybody.
  const english = language === "pl" && route.en !== own ? [lead(route.en)] : [];
  return [...route.aliases.map(lead), ...slash, ...english];
}

for (const language of LANGUAGES) {
  test.describe(`every address, in ${language}`, () => {
    test.use({ language, setup: "proving" });

    test("is answered by the server as the specification says", async ({ context, server }) => {
      const cookies = await visitors(context, server, language);
      const differences: string[] = [];
      const ask = async (route: Route, visitor: Visitor, path: string, wanted: string) => {
        const first = await answer(server.url, path, cookies[visitor], language);
        // An older English address leads to the English one, and that to the Polish: a line of its own below.
        const found = first === `to ${route.en}` ? `to ${route[language]}` : first;
        if (readable(found) !== readable(wanted))
          differences.push(`${visitor} at ${path}: ${found}, not ${wanted}`);
      };
      for (const route of ROUTES) {
        await Promise.all([
          ...PEOPLE.map((visitor) =>
            ask(route, visitor, route[language], expected(route, visitor, language)),
          ),
          ...detours(route, language).map(([path, outcome]) => ask(route, "guest", path, outcome)),
        ]);
      }
      expect(differences).toEqual([]);
    });

    test("is shown by the router as the specification says", async ({ page, context, server, watch }) => {
      test.slow();
      // Examples of things that do not exist; the pages say so.
      watch.expect(410, /^\/api\/one-time-login\/validate$/);
      watch.expect(404, /./);
      const cookies = await visitors(context, server, language);
      const differences: string[] = [];
      for (const visitor of PEOPLE) {
        await context.clearCookies();
        await context.addCookies(cookies[visitor]);
        await page.goto("/nowhere");
        for (const route of SHOWN) {
          const wanted = settled(shown(route, visitor, language), visitor, language);
          const found = await visit(page, route[language], wanted, language);
          if (readable(found) !== readable(wanted)) {
            differences.push(`${visitor} at ${route[language]}: ${found}, not ${wanted}`);
          }
        }
      }
      expect(differences).toEqual([]);
    });
  });
}

/** Where the router ends: who is sent to the dashboard before the address is verified is sent on from there. */
function settled(outcome: Outcome, visitor: Visitor, language: Language): Outcome {
  const verification = ROUTES.find(({ en }) => en === "/verify-email")?.[language];
  const moves = visitor === "unverified" && verifies() && outcome === "to /app/dashboard";
  return moves ? `to ${verification}` : outcome;
}

/** Goes to an address within the application, as a link does, and marks the heading that is left behind. */
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

/** Where a visit within the application ends. It begins on a page that it cannot end on. */
async function visit(page: Page, path: string, wanted: Outcome, language: Language): Promise<string> {
  const isMissing = (await page.locator("[data-status='404']").count()) > 0;
  if (isMissing === (wanted === "missing")) await go(page, isMissing ? home(language) : "/nowhere");
  if (!(await go(page, path))) return `nothing at ${new URL(page.url()).pathname}`;
  if (await page.locator("[data-status]").count()) {
    const status = await page.locator("[data-status]").getAttribute("data-status");
    return status === "404" ? "missing" : `error ${status}`;
  }
  const { pathname, search } = new URL(page.url());
  const end = pathname + search;
  return readable(end) === path ? "page" : `to ${end}`;
}

const home = (language: Language) => (language === "pl" ? "/pl" : "/");
