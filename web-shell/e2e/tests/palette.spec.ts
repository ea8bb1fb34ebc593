import { asUser, expect, IN_POLISH, inEach, keysReady, type Page, type Texts } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const TOPIC = { topic: "Rye rolls from Saturday", goal: "announcement" };

const input = (ui: Ui) => ui.combobox("palette.title");
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const chosen = (page: Page) => page.getByRole("option", { selected: true });

/** Opens the palette by its key, and waits until it has the focus. The keys load a moment after the page. */
async function open(page: Page, ui: Ui) {
  await expect(ui.title()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(input(ui)).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

const group = (page: Page, t: Texts, name: string) =>
  page.getByRole("group", { name: t(`palette.group.${name}`) });

inEach(["en", "pl"], (language) => {
  asUser(
    "three letters and Enter open a tool, and the focus is on its title",
    async ({ page, ui, catalogue }) => {
      const { name } = await catalogue.tool("facebook-post");
      await ui.open("dashboard");
      await expect(ui.title()).toBeVisible();
      await open(page, ui);
      await page.keyboard.type("fac");
      await expect(chosen(page)).toContainText(name);
      await expect(input(ui)).toHaveAttribute(
        "aria-activedescendant",
        (await chosen(page).getAttribute("id")) ?? "",
      );
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(ui.path("tool", { tool: "facebook-post" }));
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(ui.title()).toBeFocused();
      // The last choice is offered first.
      await open(page, ui);
      await expect(chosen(page)).toContainText(name);
    },
  );

  asUser("both languages find a page, with typing errors", async ({ page, ui, t }) => {
    await ui.open("dashboard");
    await open(page, ui);
    const found = group(page, t, "page").getByRole("option", { name: t("layout.menu.bulk") });
    for (const text of ["bulk", "hurtowo", "hurtwo", "CSV"]) {
      await input(ui).fill(text);
      await expect(found, text).toBeVisible();
    }
    // The product's own pages are found beside tools, and the count is that of the options.
    for (const text of ["project", "switch project", "projekt", "zmień projekt"]) {
      await input(ui).fill(text);
      await expect(options(page).filter({ hasText: t("layout.project.all") }), text).toHaveCount(1);
      const count = await options(page).count();
      await expect(
        page.getByRole("status").filter({ hasText: t("palette.count", { count }) }),
        text,
      ).toHaveCount(1);
    }
    await input(ui).fill(language === "en" ? "archiwum" : "archive");
    await expect(chosen(page)).toContainText(t("layout.menu.archive"));
  });
});

inEach(IN_POLISH, () => {
  asUser("keys move through the results, Escape returns the focus", async ({ page, ui, t }) => {
    await ui.open("archive");
    const search = page.getByRole("main").getByRole("searchbox").first();
    await search.focus();
    await open(page, ui);
    await page.keyboard.type("po");
    const all = options(page);
    // The tools load after the pages: then the list grows, and another option is the last.
    await expect(group(page, t, "tool").getByRole("option").first()).toBeVisible();
    await expect(all.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await expect(all.last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(all.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("End");
    await expect(all.last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Home");
    await expect(all.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(search).toBeFocused();
    // A press of the button does the same.
    await ui.button("layout.search.name").click();
    await page.keyboard.type("xyzzyq");
    await expect(page.getByText(t("palette.none"))).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(ui.button("layout.search.name")).toBeFocused();
  });

  asUser("a project is selected, and the page stays", async ({ page, ui, api, t }) => {
    for (const domain of ["mojapiekarnia.pl", "ogrody.example.com"])
      await api.post("/api/project/addProject", { domain, language_code: "pl", location_code: 2616 });
    await ui.open("archive");
    await open(page, ui);
    // Inside a word, since domains are written together.
    await page.keyboard.type("piek");
    await expect(chosen(page)).toContainText("mojapiekarnia.pl");
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("palette.selected", { domain: "mojapiekarnia.pl" }))).toBeVisible();
    await expect(page).toHaveURL(ui.path("archive"));
    await expect
      .poll(async () => (await api.get("/api/project/getUserProjects")).domain)
      .toBe("mojapiekarnia.pl");
  });

  asUser("actions switch the language and the colours", async ({ page, ui, t }) => {
    await ui.open("archive");
    await open(page, ui);
    await page.keyboard.type("ciemny");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await open(page, ui);
    await page.keyboard.type("przelacz na");
    await expect(chosen(page)).toContainText(t("palette.action.language"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/app/archive");
    await expect(ui.title()).toHaveText("Archive");
  });
});

asUser("documents are found without a request for each key", async ({ page, ui, t, catalogue }) => {
  await catalogue.run("facebook-post", TOPIC);
  await ui.open("dashboard");
  await open(page, ui);
  const document = group(page, t, "document").getByRole("option");
  await input(ui).fill("roll");
  await expect(document.first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  // A typing error, and the words in another order.
  await input(ui).fill("");
  await page.keyboard.type("saturdya rye", { delay: 15 });
  await expect(document.first()).toContainText("Rye rolls");
  expect(asked.filter((url) => /\/api\/.*[?&]q=/.test(url))).toEqual([]);
  // The archive is searched for what no title contains.
  await input(ui).fill("bakery");
  await options(page).last().click();
  await expect(page).toHaveURL(/archive\?q=bakery/);
});

asUser("writing begins with a search of the tools", async ({ page, ui }) => {
  await ui.open("dashboard");
  await keysReady(page);
  await page.keyboard.press("n");
  await expect(ui.combobox("palette.writeTitle")).toBeFocused();
  await page.keyboard.type("title for google");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(ui.path("tool", { tool: "seo-metatags" }));
});

asUser("on a phone the palette fills the screen", async ({ page, ui }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await ui.open("dashboard");
  await ui.button("layout.search.name").click();
  await expect(input(ui)).toBeFocused();
  const box = await page.getByRole("dialog").boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  for (const option of await options(page).all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(40);
});
