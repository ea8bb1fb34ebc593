import { register } from "../src/person.ts";
import { button, focusInside, signIn, signOut } from "../src/shell.ts";
import { freePort } from "../src/site.ts";
import { Sitewright } from "../src/sitewright.ts";
import { asUser, expect, IN_POLISH, inEach, type Page, test } from "../src/test.ts";
import { Ui } from "../src/ui.ts";

const DAY = 86_400;
const seconds = () => Date.now() / 1000;

/** Holds responses until they are released. */
async function hold(page: Page, files: RegExp) {
  let arrive = () => {};
  const allowed = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(files, async (route) => {
    await allowed;
    await route.continue();
  });
  return arrive;
}

inEach(IN_POLISH, () => {
  test("the homepage links to the sign-in, later to the dashboard", async ({ page, t, person, ui }) => {
    await page.goto("/app/dashboard");
    await expect(ui.title()).toBeVisible();
    await page.goto("/");
    await expect(page).toHaveURL(ui.path("home"));
    await ui.link("site.frame.dashboard").click();
    await expect(page).toHaveURL("/app/dashboard");
    await signOut(page, t);
    await expect(page).toHaveURL(ui.path("home"));
    await ui.link("site.frame.login").click();
    await signIn(page, t, person);
    await expect(page).toHaveURL("/app/dashboard");
  });

  test("an unknown address is 404, as text and as status", async ({ page, t, watch, ui }) => {
    watch.expect(404, /^\/(app\/)?(unknown|archive\/a%20b)$/);
    for (const [path, title, start, home] of [
      ["/unknown", "site.frame.missingTitle", "site.frame.home", "site.frame.missingHome"],
      ["/app/unknown", "shell.notFound.title", "layout.frame.start", "shell.notFound.home"],
    ] as const) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(ui.title()).toHaveText(t(title));
      await expect(ui.link(start).first()).toBeVisible();
      await ui.link(home).click();
      await expect(page).toHaveURL(ui.path("home"));
    }
  });

  asUser("an address with invalid parameters shows an error", async ({ page, t, ui }) => {
    await page.goto(`${ui.path("archive")}/a%20b`);
    await expect(ui.title()).toHaveText(t("shell.notFound.invalid"));
  });

  test("the sign-in is visible before the program has loaded, and once", async ({ page, t, ui }) => {
    const arrive = await hold(page, /\/assets\/.*\.js$/);
    await page.goto("/login", { waitUntil: "commit" });
    await expect(ui.title()).toHaveText(t("accounts.login.title"));
    await expect(page.getByRole("textbox")).toHaveCount(0);
    arrive();
    await expect(ui.field("accounts.field.email")).toBeVisible();
    await expect(ui.title()).toHaveCount(1);
  });

  test("the cookie banner is shown until it is answered, for a year", async ({ page, context, t, ui }) => {
    await context.clearCookies({ name: "cookie_consent" });
    await page.goto("/login");
    const banner = ui.region("shell.cookies.title");
    await button(banner, t("shell.cookies.accept")).click();
    await expect(banner).toBeHidden();
    const consent = (await context.cookies()).find(({ name }) => name === "cookie_consent");
    expect(Math.abs((consent?.expires ?? 0) - seconds() - 365 * DAY)).toBeLessThan(DAY);
    await page.reload();
    await expect(ui.title()).toBeVisible();
    await expect(banner).toBeHidden();
  });
});

asUser("a trailing slash is dropped, older addresses redirect, both with their query", async ({ page }) => {
  for (const [path, to] of [
    ["/app/archive/?q=x", "/app/archive?q=x"],
    ["/dashboard/archive?q=x", "/app/archive?q=x"],
    ["/dashboard", "/app/dashboard"],
    // Behind the sign-in users keep their language; a public Polish page is Polish.
    ["/dashboard/narzedzia/facebook-post", "/app/tools/facebook-post"],
    ["/pl/?a=b", "/pl?a=b"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(to);
  }
});

/** Pages of the site and of the application, which ask in the same words. */
const ASKING = ["/", "/login"];

test("f14_affiliate: the referrer is stored after consent, and deleted after refusal", async ({
  page,
  context,
  t,
  ui,
}) => {
  const affiliate = async () => (await context.cookies()).find(({ name }) => name === "affiliate");
  for (const path of ASKING) {
    await context.clearCookies();
    await page.goto(`${path}?affiliate=anna-1`);
    const banner = ui.region("shell.cookies.title");
    await expect(banner).toBeVisible();
    expect(await affiliate()).toBeUndefined();
    await button(banner, t("shell.cookies.accept")).click();
    await expect.poll(async () => (await affiliate())?.value).toBe("anna-1");
    const kept = await affiliate();
    expect(kept?.httpOnly).toBe(true);
    expect(Math.abs((kept?.expires ?? 0) - seconds() - 2_592_000)).toBeLessThan(60);
    await ui.button("shell.cookies.reopen").click();
    await button(banner, t("shell.cookies.refuse")).click();
    await expect.poll(affiliate).toBeUndefined();
  }
});

asUser("the menu stays folded", async ({ page, ui }) => {
  await page.goto("/app/dashboard");
  await ui.button("layout.menu.fold").click();
  await page.reload();
  await expect(ui.button("layout.menu.unfold")).toBeVisible();
});

asUser("a menu whose code arrives while its button is pressed opens", async ({ page, t }) => {
  const code = /\/assets\/user-list-.*\.js$/;
  const arrive = await hold(page, code);
  await page.goto("/app/dashboard");
  const menu = page.getByRole("button", { name: t("layout.user.menu") });
  const requested = page.waitForRequest(code);
  await menu.hover();
  const address = (await requested).url();
  await page.mouse.down();
  arrive();
  await page.evaluate((url) => import(url), address);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the user's menu works by keyboard, and says who is signed in", async ({ page, t, person, ui }) => {
  await page.goto("/app/dashboard");
  const menu = page.getByRole("button", { name: t("layout.user.menu") });
  await expect(menu).toContainText(person.name);
  await expect(menu).toContainText(person.email);
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(ui.button("layout.user.signOut")).toBeVisible();
  await focusInside(page);
  await page.keyboard.press("Escape");
  await expect(ui.button("layout.user.signOut")).toBeHidden();
  await expect(menu).toBeFocused();
});

test("in a frame the token is in the local storage", async ({ page, context, person, api }) => {
  const { token } = await api.post("/login", person);
  await context.clearCookies({ name: "sitewright_session" });
  await page.goto("/");
  await page.evaluate((kept) => localStorage.setItem("sitewright.token", kept), token);
  await page.goto("/app/archive");
  await expect(page, "a window of its own has no use for it").toHaveURL(/\/login/);
  await page.goto("/");
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: "/app/archive", title: "frame", width: "900", height: "600" });
    document.body.append(frame);
  });
  const inside = page.frameLocator("iframe");
  await expect(inside.getByRole("heading", { level: 1 })).toBeVisible();
  expect(new URL(page.frames()[1]?.url() ?? "").pathname).toBe("/app/archive");
});

asUser("the progress bar is shown while a page loads slowly", async ({ page, ui }) => {
  await page.goto("/app/dashboard");
  // Before that, the link would load the document.
  await expect(page.locator("[data-opening]")).toHaveCount(0);
  const arrive = await hold(page, /archive-page.*\.js/);
  await ui.menu("layout.menu.archive").click();
  await expect(page.locator(".sw-progress")).toBeVisible();
  arrive();
  await expect(page).toHaveURL("/app/archive");
  await expect(page.locator(".sw-progress")).toBeHidden();
});

for (const [name, path, guest] of [
  ["sign-in", "/login", true],
  ["catalogue", "/app/tools", false],
] as const) {
  test(`the ${name} page names the scripts that it loads`, async ({ page, ui, api }) => {
    if (!guest) await register(api, "en");
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).pathname));
    const html = (await (await page.goto(path))?.text()) ?? "";
    await expect(ui.title()).toBeVisible();
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file);
    // Files that are not needed to show the page load after these, once the browser is idle.
    const scripts = [...asked].filter((path) => /^\/assets\/.*\.js$/.test(path));
    expect(scripts.slice(0, named.length).sort()).toEqual(named.sort());
    // The page contains the visitor.
    if (guest) expect([...asked]).not.toContain("/api/user");
  });
}

for (const [connection, expected] of [
  [{ effectiveType: "4g", saveData: false }, true],
  [{ effectiveType: "2g", saveData: false }, false],
  [{ effectiveType: "4g", saveData: true }, false],
] as const) {
  asUser(`pointing at a link fetches its page: ${JSON.stringify(connection)}`, async ({ context, t }) => {
    // Init scripts stay with a page: the next test must not get them.
    const page = await context.newPage();
    await page.addInitScript((known) => {
      const value = Object.assign(new EventTarget(), known);
      Object.defineProperty(navigator, "connection", { value });
    }, connection);
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto("/app/dashboard");
    await new Ui(page, t, "en").menu("layout.menu.bulk").hover();
    // After a later call has arrived, the first would have arrived, too.
    await page.evaluate(() => fetch("/api/user"));
    const seen = () => fetched.some((url) => /bulk-page/.test(url));
    if (expected) await expect.poll(seen).toBe(true);
    else expect(seen()).toBe(false);
  });
}

asUser("a chunk that fails to load reloads the page, once", async ({ page, t, watch, ui }) => {
  watch.expectOnConsole(/archive-page|dynamically imported|preload/i);
  watch.expectToFail(/archive-page/);
  await page.goto("/app/dashboard");
  let lost = 0;
  await page.route(/archive-page.*\.js/, (route) => {
    lost += 1;
    return route.abort("failed");
  });
  const reloaded = page.waitForEvent("load");
  await ui.menu("layout.menu.archive").click();
  await reloaded;
  await ui.menu("layout.menu.archive").click();
  await expect(ui.title()).toHaveText(t("shell.failure.title"));
  expect(lost).toBeGreaterThan(1);
});

test("each language has its own site if configured", async ({ browser, t }) => {
  const port = await freePort();
  const [english, polish] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const server = await Sitewright.start({
    LISTEN: `127.0.0.1:${port}`,
    SITE_EN: english,
    SITE_PL: polish,
  });
  const context = await browser.newContext({ locale: "en-GB", baseURL: english });
  try {
    const page = await context.newPage();
    await page.goto(`${english}/register?affiliate=x`);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await button(page, t("shell.cookies.accept")).click();
    await page.getByRole("button", { name: t("shell.language.choose") }).click();
    await page.getByRole("menuitem", { name: "Polski" }).click();
    await expect(page).toHaveURL(`${polish}/rejestracja?affiliate=x`);
    await expect(page.locator("html")).toHaveAttribute("lang", "pl");
    await page.goto(`${polish}/login`);
    await expect(page.locator("html")).toHaveAttribute("lang", "pl");
    await page.goto(`${english}/rejestracja`);
    await expect(page).toHaveURL(`${polish}/rejestracja`);
  } finally {
    await context.close();
    await server.stop();
  }
});
