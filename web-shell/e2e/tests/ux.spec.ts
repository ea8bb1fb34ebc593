import { openTopic, outputTitleOf, titleOf } from "../src/catalogue.ts";
import { copiedHtml, copiedText, forgetCopy, paste } from "../src/clipboard.ts";
import { newPerson } from "../src/person.ts";
import { asUser, button, expect, field, inEach, type Page, type Texts, test } from "../src/test.ts";

const TOPIC = "Sourdough rolls from seven";
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1440, height: 900 };
const snackbar = (page: Page) => page.locator(".mantine-Notification-root");
const resultHeading = (page: Page) => page.locator(".sw-tool-output h2[data-result]");

/** Whether another element covers the middle of an element. */
const isCovered = (page: Page, name: string) =>
  button(page, name).evaluate((element) => {
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit);
  });

for (const viewport of [PHONE, DESK]) {
  asUser(
    `u1_ the first run of a session: leaves the form alone and leads to the result at ${viewport.width}`,
    async ({ page, t, catalogue, ui }) => {
      await page.setViewportSize(viewport);
      const topic = await openTopic(ui, catalogue);
      await topic.fill(TOPIC);
      // The same elements, not replaced ones.
      const marked = await page.evaluateHandle(() => [
        document.querySelector("form"),
        document.querySelector(".sw-tool-output [role=status]"),
      ]);
      await topic.press("Control+Enter");
      await expect(resultHeading(page)).toBeFocused();
      await expect(resultHeading(page)).toBeInViewport();
      const stayed = await marked.evaluate((elements) => elements.map((element) => element?.isConnected));
      expect(stayed).toEqual([true, true]);
      await expect(page.locator(".sw-tool-output").getByRole("status")).toHaveText(t("sdk.run.done"));
      const { top, scrolled } = await resultHeading(page).evaluate((element) => ({
        top: element.getBoundingClientRect().top,
        scrolled: window.scrollY,
      }));
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(viewport.height / 2);
      // On a phone the form has folded: nothing is above the result but the head of the page.
      if (viewport === PHONE) expect(scrolled).toBeLessThan(viewport.height);
    },
  );
}

asUser("u1_ the first run: the focus stays with a user who keeps typing", async ({ page, catalogue, ui }) => {
  const topic = await openTopic(ui, catalogue);
  await topic.fill(TOPIC);
  await page.route(
    /\/runs\/[^/]+\/events/,
    async (route) => {
      await topic.pressSequentially(" and more");
      // The page may have given the request up meanwhile.
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  await topic.press("Control+Enter");
  await expect(resultHeading(page)).toBeVisible();
  await expect(topic).toBeFocused();
});

test.describe("with a model", () => {
  test.use({ setup: "connected" });
  asUser("u5_ keys: arrows show the next variant, and C copies it", async ({ page, t, model, ui }) => {
    model.answer((call) => call.say("Warm sourdough rolls wait for you from seven. Which one is yours?"));
    await page.goto("/app/tools/facebook-post");
    await ui.button("sdk.form.example").click();
    await ui.button("sdk.form.submit").press("Enter");
    await expect(resultHeading(page)).toBeFocused();
    const variant = (number: number) =>
      page.getByRole("article", { name: t("sdk.result.variant", { number }), exact: true });
    await expect(variant(1)).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(variant(2)).toBeVisible();
    await expect(resultHeading(page)).toBeFocused();
    await page.keyboard.press("c");
    await expect(variant(2).getByRole("button", { name: t("sdk.result.copied") })).toBeVisible();
    const copied = await copiedText(page);
    await expect(variant(2)).toContainText(copied.split("\n")[0] ?? "?");
    await page.keyboard.press("ArrowLeft");
    await expect(variant(1)).toBeVisible();
    await expect(resultHeading(page)).toBeFocused();
  });
});

asUser(
  "u5_ keys: a select opens on request, and Tab moves to the next field",
  async ({ page, catalogue, ui }) => {
    const tool = await catalogue.tool("facebook-post");
    await page.goto("/app/tools/facebook-post");
    await ui.button("sdk.form.more").click();
    const tone = page.getByRole("combobox", { name: titleOf(tool, "tone") });
    // A control, the thumb of a slider, or the help beside a field.
    const focused = page.locator('[id^="field-"]:focus, [id^="field-"] :focus, .sw-help:focus');
    await tone.focus();
    await expect(page.getByRole("listbox")).toBeHidden();
    await page.keyboard.press("Tab");
    await expect(focused).toBeVisible();
    await tone.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(focused).toBeVisible();
    await expect(tone).not.toBeFocused();
  },
);

asUser("u6_ items are added when typed, pasted and sent", async ({ page, catalogue }) => {
  const tool = await catalogue.tool("google-ads");
  await page.goto("/app/tools/google-ads");
  await field(page, titleOf(tool, "product")).fill("Sourdough bread");
  const keywords = page.locator("#field-keywords");
  const pills = page.locator(".mantine-TagsInput-pill");
  await keywords.fill("rye bread");
  const sent: string[][] = [];
  await page.route("**/api/tools/google-ads/runs", (route) => {
    sent.push(route.request().postDataJSON().input.keywords);
    return route.continue();
  });
  await keywords.press("Control+Enter");
  await expect(resultHeading(page)).toBeVisible();
  expect(sent).toEqual([["rye bread"]]);

  await keywords.fill(" rye bread ");
  await keywords.blur();
  await expect(pills).toHaveText(["rye bread"]);
  await paste(keywords, "spelt rolls\n1,5 kg loaf; Rye Bread");
  await expect(pills).toHaveText(["rye bread", "spelt rolls", "1,5 kg loaf"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  asUser(`u4_ the archive: marks matches in ${colorScheme}`, async ({ page, catalogue }) => {
    await page.emulateMedia({ colorScheme });
    await catalogue.run("facebook-post", { topic: "Żółty ser z Podlasia", language: "pl" });
    await page.goto("/app/archive?q=ser");
    const found = page.locator(".document-found").first();
    await expect(found).toBeVisible();
    const colour = await found.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(colour).not.toMatch(/rgba\(0, 0, 0, 0\)|transparent|rgb\(255, 255, 0\)/);
  });
}

for (const [path, call] of [
  ["/app/archive", "**/api/documents?*"],
  ["/app/tools", "**/api/tools?*"],
] as const) {
  asUser(`u7_ failure: ${path} offers a retry`, async ({ page, watch, ui }) => {
    watch.expect(500, /^\/api\/(documents|tools)$/);
    await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto(path);
    await expect(ui.text("shell.loading.failed")).toBeVisible();
    await expect(page.locator("main .mantine-Skeleton-root")).toHaveCount(0);
    await page.unroute(call);
    await ui.button("shell.loading.retry").first().click();
    await expect(ui.text("shell.loading.failed")).toBeHidden();
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  });
}

asUser(
  "u7_ failure: a page that cannot load while offline says so and loads once online",
  async ({ page, t, context, watch, ui }) => {
    watch.expectToFail(/./);
    watch.expectOnConsole(/./);
    await page.goto("/app/dashboard");
    await expect(ui.title()).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await context.setOffline(true);
    // An earlier test may have cached it in the browser.
    await page.route("**/assets/*.js", (route) => route.abort());
    await ui.menu("layout.menu.archive").click();
    await expect(ui.heading("shell.offline.title")).toBeVisible();
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    await page.unroute("**/assets/*.js");
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: t("documents.archive.title") })).toBeVisible();
  },
);

test.describe("errors", () => {
  test.use({ consent: false });

  async function registerWrongly(page: Page, t: Texts) {
    await page.goto("/register");
    await field(page, t("accounts.field.name")).fill(newPerson().name);
    await field(page, t("accounts.field.email")).fill("zofia@");
    await button(page, t("accounts.register.submit")).click();
    await expect(field(page, t("accounts.field.email"))).toHaveAttribute("aria-invalid", "true");
  }

  test("u8_ are shown once, at their field, with a red border", async ({ page, t, watch, ui }) => {
    watch.expect(422, /^\/register$/);
    await registerWrongly(page, t);
    const email = ui.field("accounts.field.email");
    await expect(email).toHaveCSS("border-top-color", "rgb(179, 38, 30)");
    await expect(email).toHaveCSS("color", await page.evaluate(() => getComputedStyle(document.body).color));
    await expect(snackbar(page)).toHaveCount(0);
  });

  test("u8_ messages without a field are shown, cover no button, and disappear on the next page", async ({
    page,
    t,
    watch,
    ui,
  }) => {
    watch.expect(422, /^\/(register|login)$/);
    await page.setViewportSize(PHONE);
    await page.route("**/login", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 422, json: { message: "Elsewhere", errors: { device: ["Elsewhere"] } } })
        : route.continue(),
    );
    await page.goto("/login");
    const submit = t("accounts.login.submit");
    expect(await isCovered(page, submit)).toBe(false);
    await button(page, submit).click();
    await expect(snackbar(page)).toHaveText(/Elsewhere/);
    expect(await isCovered(page, submit)).toBe(false);
    await ui.link("accounts.login.register").click();
    await expect(page).toHaveURL("/register");
    await expect(snackbar(page)).toHaveCount(0);
    expect(await isCovered(page, t("accounts.register.submit"))).toBe(false);
  });
});

asUser("u8_ the cookie banner does not cover the button of a tool", async ({ page, context, t, ui }) => {
  await context.clearCookies({ name: "cookie_consent" });
  await page.setViewportSize(PHONE);
  await page.goto("/app/tools/facebook-post");
  await expect(ui.region("shell.cookies.title")).toBeVisible();
  expect(await isCovered(page, t("sdk.form.submit"))).toBe(false);
});

asUser("u17_ a part of a result shows its value and its size", async ({ page, t, catalogue, ui }) => {
  const tool = await catalogue.tool("google-ads");
  await ui.runExample("google-ads");
  const first = page.getByRole("article").first();
  const path = page.locator(".search-ad-address").first();
  const row = first.locator(".sw-part-line").filter({ hasText: /15/ }).first();
  await expect(row).toBeVisible();
  const value = (await row.locator("p").first().textContent()) ?? "?";
  await expect(path).toContainText(value);
  await expect(first.getByText(outputTitleOf(tool, "path1"), { exact: true })).toBeVisible();
  const meter = t("ads.strength.check.headlines", { value: "(\\d+)", wanted: "(\\d+)" });
  await expect(first).toContainText(new RegExp(meter.replace(/\((at|zal)/, "\\($1").replace(/\)$/, "\\)")));
});

asUser("u17_ files of a result are in a menu behind the button that copies", async ({ page, t, ui }) => {
  await ui.runExample();
  await expect(ui.button("sdk.result.copyAll", { name: t("sdk.result.only") })).toBeVisible();
  await expect(page.getByText("Word (.docx)")).toHaveCount(0);
  await ui.button("sdk.bench.more").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Markdown", "HTML", "Word (.docx)"]);
});

asUser("u18_ a preview uses the domain of the project", async ({ page, t, ui, api }) => {
  const project = { domain: "podlipa.pl", language_code: "pl", location_code: 2616 };
  await api.post("/api/project/addProject", project);
  await ui.runExample("seo-metatags");
  await expect(page.getByRole("figure", { name: t("seo-metatags.search.title") })).toContainText(
    "https://podlipa.pl",
  );
  await expect(ui.field("seo-metatags.search.address")).toHaveValue("podlipa.pl");
});

inEach(["pl"], () => {
  asUser(
    "u_typography no Polish line ends with a one-letter word, and copies have plain spaces",
    async ({ page, api, catalogue, ui }) => {
      const id = await catalogue.run("facebook-post", { topic: "Chleb z makiem", language: "pl" });
      // A preview breaks lines like its network; an edited text is an article.
      await api.patch(`/api/documents/${id}`, { text: "Chleb z makiem i w folii." });
      await page.goto(`/app/archiwum/${id}`);
      const text = page.getByRole("article").locator("p", { hasText: "Chleb z makiem" }).first();
      expect(
        await text.evaluate((element) => element.textContent?.includes("z\u00a0makiem i\u00a0w\u00a0folii")),
      ).toBe(true);
      await text.selectText();
      await page.keyboard.press("Control+C");
      expect(await copiedText(page)).toContain("Chleb z makiem i w folii");
      expect(await copiedHtml(page)).toContain("Chleb z makiem i w folii");
      await forgetCopy(page);
      await ui.button("documents.page.copy").click();
      await expect.poll(() => copiedText(page)).toContain("Chleb z makiem");
      expect(await copiedText(page)).not.toContain("\u00a0");
      await ui.open("tool", { tool: "facebook-post" });
      await ui.button("sdk.form.example").click();
      const values = await page
        .locator("form :is(input, textarea)")
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join());
      expect(values).not.toContain("\u00a0");
    },
  );
});
