import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { copiedText, forgetCopy } from "../src/clipboard.ts";
import { expectWholeLines } from "../src/lines.ts";
import { sitePages } from "../src/site-pages.ts";
import {
  asUser,
  expect,
  IN_POLISH,
  inEach,
  LANGUAGES,
  type Language,
  type Locator,
  type Page,
  signOut,
  type Texts,
  test,
} from "../src/test.ts";
import { TOPIC } from "../src/topic.ts";
import { Ui } from "../src/ui.ts";

const HEIGHT = 800;
const OTHER = { en: "pl", pl: "en" } as const;
const TOOL = { tool: "facebook-post" };
const topic = (page: Page) => page.locator("#field-topic");

const kept = async (page: Page, name: string) =>
  (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;

/** A menu of the navigation: its element opens and closes it. */
const menu = (page: Page, name: string) => page.locator("details.menu", { hasText: name });
const summary = (menu: Locator) => menu.locator("summary");

inEach(LANGUAGES, (language) => {
  for (const [name, path] of sitePages(language)) {
    test(`${name} is accessible and fits, in both colour schemes`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const width of [360, 1440])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page, `${path}, ${width} px, ${colorScheme}`);
        }
      for (const width of [360, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await expectNoSidewaysScroll(page, `${path}, ${width} px`);
        if (language === "pl") await expectWholeLines(page, `${path}, ${width} px`);
      }
    });
  }

  test("the link to the other language leads to the same page, and the choice stays", async ({
    page,
    ui,
  }) => {
    const other = OTHER[language];
    const pages = sitePages(other);
    for (const [place, [, path]] of sitePages(language).entries()) {
      await page.goto(path);
      const link = ui.in(page.getByRole("banner")).link("site.frame.other");
      // The address of the home page tells the choice, since it leads to the language that was chosen before.
      await expect(link, path).toHaveAttribute("href", new RegExp(`${pages[place]?.[1]}(\\?language=en)?$`));
    }
    await ui.in(page.getByRole("banner")).link("site.frame.other").click();
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    expect(await kept(page, "locale")).toBe(other);
    // Both the site and the application follow it, even where the address has no language.
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("lang", other);
  });

  test("visitors try a tool: mistakes and results get the focus, texts are copied", async ({
    page,
    context,
    t,
    ui,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await ui.open("aiTool", TOOL);
    const here = page.url();
    await ui.button("site.tool.run").click();
    await expect(topic(page)).toBeFocused();
    await expect(topic(page)).toHaveAttribute("aria-invalid", "true");
    await expect(topic(page)).toHaveAccessibleDescription(/\S/);

    await page.keyboard.type(TOPIC[language]);
    await page.keyboard.press("Enter");
    if (await topic(page).evaluate((field) => field.tagName === "TEXTAREA"))
      await ui.button("site.tool.run").press("Enter");
    const title = ui.heading("site.tool.resultTitle");
    await expect(title).toBeFocused();
    const result = ui.region("site.tool.resultTitle");
    await expect(result).toContainText(TOPIC[language].split(" ").slice(0, 3).join(" "));
    await expect(topic(page)).toHaveValue(new RegExp(TOPIC[language]));
    expect(page.url(), "the page stays").toBe(here);

    const copy = ui.in(result).button("site.tool.copy").first();
    await copy.click();
    await expect(result.getByRole("button", { name: t("site.tool.copied") })).toBeVisible();
    await expect.poll(() => copiedText(page)).toContain(TOPIC[language].split(" ")[0]);
    await forgetCopy(page);

    await ui.button("site.tool.fill").click();
    await expect(ui.button("site.tool.run")).toBeFocused();
    await expect(topic(page)).not.toHaveValue(TOPIC[language]);
    await expect(ui.link("site.tool.keep")).toHaveAttribute("href", /\?next=.*facebook-post$/);
  });

  test("the question about cookies takes both answers, and can be asked again", async ({
    page,
    context,
    ui,
  }) => {
    await context.clearCookies({ name: "cookie_consent" });
    await ui.open("pricing");
    const question = ui.region("shell.cookies.title");
    const answer = (key: string) => ui.in(question).button(key);
    await answer("shell.cookies.accept").click();
    await expect(question).toBeHidden();
    expect(await kept(page, "cookie_consent")).toBe("1");
    await page.reload();
    await expect(ui.title()).toBeVisible();
    await expect(question).toBeHidden();

    await ui.button("shell.cookies.reopen").press("Enter");
    await expect(answer("shell.cookies.refuse")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(ui.button("shell.cookies.reopen")).toBeFocused();
    expect(await kept(page, "cookie_consent")).toBe("0");
    // The application does not ask again.
    await page.goto("/login");
    await expect(ui.title()).toBeVisible();
    await expect(ui.region("shell.cookies.title")).toBeHidden();
  });

  test("the search of the docs works by keyboard", async ({ page, ui, t }) => {
    await ui.open("docs", { "*": "introduction" });
    const search = ui.combobox("site.docs.search.label");
    const options = page.getByRole("option");
    const chosen = page.getByRole("option", { selected: true });
    await search.focus();
    await page.keyboard.type("model");
    await expect(chosen).toHaveCount(1);
    await expect(search).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    const id = (await options.nth(1).getAttribute("id")) ?? "";
    await expect(search).toHaveAttribute("aria-activedescendant", id);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    const target = (await options.last().getAttribute("href")) ?? "";
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(target);

    await search.fill("zzzz");
    await expect(page.getByText(t("site.docs.search.none"))).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: t("site.docs.search.none") })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(search).toHaveAttribute("aria-expanded", "false");
    await expect(search).toBeFocused();
  });
});

inEach(IN_POLISH, (language) => {
  test("menus work by keyboard", async ({ page, t, ui }) => {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await ui.open("home");
    const [tools, resources] = [menu(page, t("site.frame.tools")), menu(page, t("site.frame.resources"))];
    await summary(tools).focus();
    await page.keyboard.press("Enter");
    await expect(tools).toHaveAttribute("open");
    await page.keyboard.press("Tab");
    await expect(ui.in(tools).link("site.frame.copywriter")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(tools).not.toHaveAttribute("open");
    await expect(summary(tools)).toBeFocused();

    // One menu is open at a time, and none when the reader turns elsewhere.
    await page.keyboard.press("Space");
    await expect(tools).toHaveAttribute("open");
    await summary(resources).press("Enter");
    await expect(resources).toHaveAttribute("open");
    await expect(tools).not.toHaveAttribute("open");
    await ui.title().click();
    await expect(resources).not.toHaveAttribute("open");
    await summary(tools).press("Enter");
    await ui.in(page.getByRole("banner")).link("site.frame.pricing").focus();
    await expect(tools).not.toHaveAttribute("open");
    await summary(tools).press("Enter");
    await ui.in(tools).link("site.frame.allTools").press("Enter");
    await expect(page).toHaveURL(ui.path("aiTools"));
  });

  test("the drawer of a phone works by keyboard and by touch", async ({ page, ui }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await ui.open("home");
    const [open, close] = [ui.button("site.frame.menu"), ui.button("site.frame.close")];
    const drawer = ui.dialog("site.frame.menu");
    await open.press("Enter");
    await expect(drawer).toBeVisible();
    await expect(close).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(ui.in(drawer).link("site.frame.copywriter")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await close.click();
    await expect(drawer).toBeHidden();
    await open.click();
    await ui.in(drawer).link("site.frame.pricing").click();
    await expect(page).toHaveURL(ui.path("pricing"));
    await expect(drawer).toBeHidden();
  });

  asUser("a signed-in browser is led to its dashboard, until the sign-out", async ({ page, ui, t }) => {
    const ways = ui.in(page.getByRole("banner"));
    await ui.open("home");
    await expect(ways.link("site.frame.login")).toBeVisible();
    await expect(ways.link("site.frame.dashboard"), "the shell has not told yet").toBeHidden();
    await ui.open("dashboard");
    await expect(ui.title()).toBeVisible();
    await ui.open("copywriter");
    await expect(ways.link("site.frame.dashboard")).toBeVisible();
    await expect(ways.link("site.frame.login")).toBeHidden();
    await ui.open("aiTool", TOOL);
    await ui.button("site.tool.fill").click();
    await ui.button("site.tool.run").click();
    await ui.link("site.tool.open").click();
    await expect(page).toHaveURL(ui.path("tool", TOOL));

    await signOut(page, t);
    await expect(page).toHaveURL(ui.path("home"));
    await expect(ways.link("site.frame.login")).toBeVisible();
    await expect(ways.link("site.frame.dashboard")).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("sitewright.signed-in"))).toBeNull();
  });

  test("the colours that a reader chooses hold on the site and in the application", async ({ page, ui }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await ui.open("home");
    await ui.button("site.frame.scheme").click();
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await ui.open("pricing");
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await page.goto("/login");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  test("without scripts pages are read, menus open, and a tool runs", async ({
    browser,
    server,
    t,
    locale,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url, locale });
    try {
      await readWithoutScripts(await context.newPage(), t, language);
    } finally {
      await context.close();
    }
  });
});

/** Reads pages and runs a tool in a browser that runs no scripts. */
async function readWithoutScripts(page: Page, t: Texts, language: Language) {
  const ui = new Ui(page, t, language);
  for (const [, path] of sitePages(language)) {
    await page.goto(path);
    await expect(ui.title(), path).toBeVisible();
    // There is nothing to ask, to copy or to search with.
    await expect(ui.region("shell.cookies.title"), path).toBeHidden();
    await expect(page.locator("[data-copy], [data-example], [data-docs-search]").first()).not.toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await summary(menu(page, t("site.frame.tools"))).click();
  await expect(ui.in(page.getByRole("banner")).link("site.frame.allTools")).toBeVisible();
  await page.setViewportSize({ width: 360, height: HEIGHT });
  await ui.button("site.frame.menu").click();
  await ui.in(ui.dialog("site.frame.menu")).link("site.frame.allTools").click();
  await expect(page).toHaveURL(ui.path("aiTools"));

  await ui.open("aiTool", TOOL);
  await ui.button("site.tool.run").click();
  await expect(page.locator(".field-error").first()).toBeVisible();
  await topic(page).fill(TOPIC[language]);
  await ui.button("site.tool.run").click();
  await expect(ui.region("site.tool.resultTitle")).toContainText(TOPIC[language].split(" ")[0] ?? "");
  await expect(ui.link("site.tool.keep")).toBeVisible();
}
