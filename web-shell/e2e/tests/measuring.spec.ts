import { asUser, expect, IN_POLISH, inEach, type Page, test } from "../src/test.ts";
import { TOPIC } from "../src/topic.ts";

const SCRIPT = "https://stats.example/js/script.js";
const PIXEL = "https://connect.facebook.net/en_US/fbevents.js";
const MEASURING = {
  script: SCRIPT,
  attributes: [{ name: "data-domain", value: "tea.example" }],
  pixel: "123456789",
};

/** Pages as a server sends them whose operator measures; the scripts of others come from this test. */
async function measured(page: Page) {
  const loaded: string[] = [];
  await page.route(/\/(pricing|cennik)(\?|$)/, async (route) => {
    const response = await route.fetch();
    const named = JSON.stringify(MEASURING).replaceAll('"', "&quot;");
    const body = (await response.text()).replace('data-measuring=""', `data-measuring="${named}"`);
    const policy = response.headers()["content-security-policy"] ?? "";
    const allowed = policy.replace(
      "script-src 'self'",
      "script-src 'self' https://stats.example https://connect.facebook.net",
    );
    await route.fulfill({
      response,
      body,
      headers: { ...response.headers(), "content-security-policy": allowed },
    });
  });
  await page.route(/^https:\/\/(stats\.example|connect\.facebook\.net)\//, async (route) => {
    loaded.push(route.request().url());
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return loaded;
}

/** What the page has reported. */
function reports(page: Page) {
  const sent: { page: string; source: string }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/site/visits")) sent.push(JSON.parse(request.postData() ?? "{}"));
  });
  return sent;
}

inEach(IN_POLISH, (language) => {
  test("scripts of others are loaded after consent only, and leave with it", async ({
    page,
    context,
    ui,
  }) => {
    await context.clearCookies({ name: "cookie_consent" });
    const loaded = await measured(page);
    await ui.open("pricing");
    const question = ui.in(ui.region("shell.cookies.title"));
    await expect(question.button("shell.cookies.accept")).toBeVisible();
    expect(loaded).toEqual([]);

    await question.button("shell.cookies.accept").click();
    await expect.poll(() => [...loaded].sort()).toEqual([PIXEL, SCRIPT]);
    await expect(page.locator(`script[src="${SCRIPT}"]`)).toHaveAttribute("data-domain", "tea.example");
    const calls = await page.evaluate(() =>
      (window as unknown as { fbq: { queue: unknown[][] } }).fbq.queue.map((call) => call[0]),
    );
    expect(calls).toEqual(["init", "track"]);

    await page.reload();
    await expect.poll(() => loaded.length).toBe(4);
    await ui.button("shell.cookies.reopen").click();
    await question.button("shell.cookies.refuse").click();
    await expect(page.locator(`script[src="${SCRIPT}"]`)).toHaveCount(0);
    await ui.open("pricing");
    await expect(ui.title()).toBeVisible();
    expect(loaded.length, "a refused page loads nothing").toBe(4);
  });

  test("a consent is for what the question has named", async ({ page, context, ui, server }) => {
    const loaded = await measured(page);
    const question = ui.region("shell.cookies.title");
    const kept = async () => (await context.cookies()).find(({ name }) => name === "cookie_consent")?.value;
    for (const value of ["1", "1.other"]) {
      await context.addCookies([{ name: "cookie_consent", value, url: server.url }]);
      await ui.open("pricing");
      await expect(question).toBeVisible();
      expect(loaded, value).toEqual([]);
    }
    await ui.in(question).button("shell.cookies.accept").click();
    await expect.poll(() => loaded.length).toBe(2);
    const answer = await kept();
    expect(answer).toMatch(/^1\.\w+$/);

    // A page that measures nothing and the application take it as a yes, and keep it.
    await ui.open("home");
    await expect(ui.title()).toBeVisible();
    await expect(question).toBeHidden();
    await page.goto("/login");
    await expect(ui.field("accounts.field.email")).toBeVisible();
    await expect(ui.region("shell.cookies.title")).toBeHidden();
    expect(await kept()).toBe(answer);

    await context.addCookies([{ name: "cookie_consent", value: "0", url: server.url }]);
    await ui.open("pricing");
    await expect(ui.title()).toBeVisible();
    await expect(question).toBeHidden();
    expect(loaded.length, "a refused page loads nothing").toBe(2);
  });

  test("a view is reported with its source, and a link passes source and partner on", async ({
    page,
    context,
    ui,
  }) => {
    await context.clearCookies({ name: "cookie_consent" });
    await page.setViewportSize({ width: 1440, height: 800 });
    const sent = reports(page);
    await page.goto(`${ui.path("copywriter")}?utm_source=newsletter&affiliate=anna-1`);
    await expect.poll(() => sent).toEqual([{ page: ui.path("copywriter"), source: "newsletter" }]);

    await ui.in(page.getByRole("banner")).link("site.frame.pricing").click();
    await expect(page).toHaveURL(`${ui.path("pricing")}?affiliate=anna-1`);
    await expect.poll(() => sent[1]).toEqual({ page: ui.path("pricing"), source: "newsletter" });

    // With consent a cookie names the partner.
    await ui.in(ui.region("shell.cookies.title")).button("shell.cookies.accept").click();
    const partner = async () => (await context.cookies()).find(({ name }) => name === "affiliate")?.value;
    await expect.poll(partner).toBe("anna-1");
    await ui.in(page.getByRole("banner")).link("site.frame.start").click();
    await expect(page).toHaveURL(`${ui.path("register")}?from=newsletter`);
  });

  test("a browser that asks not to be followed reports nothing", async ({ page, ui }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true }),
    );
    const sent = reports(page);
    await ui.open("pricing");
    await ui.open("home");
    await expect(ui.title()).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("a plan of the site is named in the link to the registration, for a month and for a year", async ({
    page,
    ui,
  }) => {
    await ui.open("pricing");
    const next = async (period: string) => {
      const link = page.locator(`.price a[href*="period%3D${period}"]`).first();
      await expect(link).toBeVisible();
      return new URL((await link.getAttribute("href")) ?? "", page.url()).searchParams.get("next");
    };
    expect(await next("monthly")).toMatch(/^\/checkout\?plan=\d+&period=monthly$/);
    await page.locator("#by-year").check();
    expect(await next("annual")).toMatch(/^\/checkout\?plan=\d+&period=annual$/);
  });

  asUser(
    "what a guest keeps is written into the archive of the account",
    async ({ page, context, ui, api }) => {
      await page.goto(ui.path("aiTool", { tool: "facebook-post" }));
      await page.evaluate(() => localStorage.removeItem("sitewright.signed-in"));
      await page.reload();
      await page.locator("#field-topic").fill(TOPIC[language]);
      await ui.button("site.tool.run").click();
      await expect(ui.heading("site.tool.resultTitle")).toBeVisible();
      // The link for guests opens the registration; a browser with a session leads on from there.
      await page.route("**/*", (route) =>
        route.request().isNavigationRequest() ? route.fulfill({ body: "" }) : route.continue(),
      );
      await ui.link("site.tool.keep").click();
      const other = await context.newPage();
      await other.goto(ui.path("tool", { tool: "facebook-post" }));
      await expect(other.locator(".sw-tool-output").getByText(TOPIC[language]).first()).toBeVisible();
      const written = async () => (await api.get("/api/documents?tool=facebook-post")).total;
      await expect.poll(written).toBe(1);
      // It is handed over once.
      await other.reload();
      await expect(other.locator(".sw-tool-output").getByText(TOPIC[language]).first()).toBeVisible();
      expect(await written()).toBe(1);
    },
  );
});
