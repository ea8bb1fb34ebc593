import { copiedText } from "../src/clipboard.ts";
import { asUser, expect, inEach, LANGUAGES, test } from "../src/test.ts";

const WORDS = {
  en: {
    home: "/",
    docs: "/docs",
    help: "Help",
    post: "A post, from the idea to the clipboard",
    wrong: "brnad kit",
    kit: "Brand kit",
    introduction: "For developers",
    template: "Your first template",
    rust: "A generator in Rust",
    search: "quarant",
    found: "Quarantine",
    anchor: "quarantine",
  },
  pl: {
    home: "/pl",
    docs: "/pl/docs",
    help: "Pomoc",
    post: "Post: od pomysłu do schowka",
    wrong: "zetsaw marki",
    kit: "Zestaw marki",
    introduction: "Dla programistów",
    template: "Pierwszy szablon",
    rust: "Generator w Ruście",
    // Without the accent, as users type.
    search: "sekrety zostaja",
    found: "Sekrety zostają na zewnątrz",
    anchor: "sekrety-zostaja-na-zewnatrz",
  },
};
const OTHER = { en: "pl", pl: "en" } as const;

inEach(LANGUAGES, (language) => {
  const words = WORDS[language];

  test("are found, read, searched and copied from", async ({ page, context, t, watch, ui }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const title = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(words.home);
    await ui.in(page.getByRole("contentinfo")).link("site.frame.docs").click();
    await expect(page).toHaveURL(`${words.docs}/introduction`);
    await expect(title(words.introduction)).toBeVisible();

    // A link in the text, and from there the next page.
    await page.getByRole("article").getByRole("link", { name: words.template }).click();
    await expect(page).toHaveURL(`${words.docs}/plugins/first-template`);
    await expect(page).toHaveTitle(new RegExp(`^${words.template} · .*Sitewright$`));
    const contents = page.getByRole("navigation", { name: t("site.docs.contents.title") });
    await expect(contents.getByRole("link", { name: words.template })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.getByRole("figure").first().getByRole("button").click();
    await expect.poll(() => copiedText(page)).toContain("sitewright serve --login-link");

    const order = page.getByRole("navigation", { name: t("site.docs.page.order") });
    await order.getByRole("link", { name: words.rust }).click();
    await expect(title(words.rust)).toBeVisible();

    // The first result is opened with the keyboard.
    const search = ui.combobox("site.docs.search.label");
    await search.fill(words.search);
    const found = page.getByRole("option", { name: words.found });
    await expect(found.first()).toBeVisible();
    await search.press("Enter");
    await expect(page).toHaveURL(new RegExp(`#${words.anchor}$`));
    await expect(page.getByRole("heading", { name: words.found }).first()).toBeInViewport();

    // The other language shows the same page.
    const here = new URL(page.url()).pathname;
    await ui.link("site.frame.other").first().click();
    const there = here.replace(words.docs, WORDS[OTHER[language]].docs);
    await expect(page).toHaveURL((url) => url.pathname === there);
    await expect(page.locator("html")).toHaveAttribute("lang", OTHER[language]);

    watch.expect(404, /docs\/plugins\/none$/);
    const missing = await page.goto(`${words.docs}/plugins/none`);
    expect(missing?.status()).toBe(404);
    await expect(title("404")).toBeVisible();
  });

  test("help users, with pictures of the scheme and a search that forgives typing errors", async ({
    page,
    ui,
  }) => {
    const title = (name: string) => page.getByRole("heading", { level: 1, name });
    await page.goto(words.docs);
    await expect(page).toHaveURL(`${words.docs}/help`);
    await expect(title(words.help)).toBeVisible();
    await page.getByRole("article").getByRole("link", { name: words.post }).click();
    await expect(title(words.post)).toBeVisible();

    const pictures = page.getByRole("article").getByRole("img");
    await expect(pictures.first()).toBeVisible();
    for (const choose of [
      () => page.emulateMedia({ colorScheme: "light" }),
      () => page.emulateMedia({ colorScheme: "dark" }),
      // A choice of the reader counts more than the system.
      () => ui.button("site.frame.scheme").click(),
    ]) {
      await choose();
      // The picture of the other scheme is neither shown nor named.
      await expect(pictures).toHaveCount(2);
      await pictures.first().scrollIntoViewIfNeeded();
      const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 100;
      await expect.poll(() => pictures.first().evaluate(loaded)).toBe(true);
    }

    const search = ui.combobox("site.docs.search.label");
    await search.fill(words.wrong);
    await expect(page.getByRole("option").first()).toContainText(words.kit);
    await search.press("Enter");
    await expect(title(words.kit)).toBeVisible();
  });

  test("open their contents with a button in a narrow window", async ({ page, t, ui }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await ui.open("docs", { "*": "reference/model" });
    const contents = page.getByRole("navigation", { name: t("site.docs.contents.title") });
    await expect(contents).toBeHidden();
    await ui.button("site.docs.contents.title").press("Enter");
    await expect(contents).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(contents).toBeHidden();
    await ui.button("site.docs.contents.title").click();
    await ui.in(contents).button("site.frame.close").click();
    await expect(contents).toBeHidden();
    await ui.button("site.docs.contents.title").click();
    await contents.getByRole("link", { name: words.template }).click();
    await expect(page).toHaveURL(`${words.docs}/plugins/first-template`);
    await expect(contents).toBeHidden();
  });
});

asUser("a question mark explains a field and leads to the help", async ({ page, context, t, ui }) => {
  await ui.openTool();
  await ui.button("sdk.form.more").click();
  const mark = page.getByRole("button", { name: t("shell.help.about", { name: "Tone" }) });
  await mark.press("Enter");
  const explanation = page.getByRole("dialog", { name: t("shell.help.about", { name: "Tone" }) });
  const more = ui.in(explanation).link("shell.help.more");
  await expect(more).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(explanation).toBeHidden();
  await expect(mark).toBeFocused();

  await mark.click();
  const opened = context.waitForEvent("page");
  await more.click();
  const help = await opened;
  await expect(help).toHaveURL(/\/docs\/help\/brand-kit#tone$/);
  await expect(help.getByRole("heading", { name: "Tone" })).toBeInViewport();
  await help.close();
});

asUser("the help of a page is about that page", async ({ page, ui, t }) => {
  await ui.open("bulk");
  await page
    .getByRole("banner")
    .getByRole("link", { name: t("layout.user.help") })
    .click();
  await expect(page).toHaveURL("/docs/help/bulk");
  await page.setViewportSize({ width: 360, height: 740 });
  await ui.open("archive");
  await page.getByRole("button", { name: t("layout.user.menu") }).click();
  await ui.in(page.getByRole("dialog")).link("layout.user.help").click();
  await expect(page).toHaveURL("/docs/help/texts");
});
