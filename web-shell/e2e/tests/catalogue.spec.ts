import { asUser, button, expect, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, (language) => {
  const path = language === "pl" ? "/app/narzedzia" : "/app/tools";
  asUser("search finds a tool and says when there is none", async ({ page, t, catalogue, ui }) => {
    const post = await catalogue.tool("facebook-post");
    const summary = await catalogue.tool("text-summary");
    await page.goto(path);
    await expect(page.getByRole("link", { name: summary.name }).first()).toBeVisible();
    const search = ui.searchbox("tools.catalogue.search");
    await search.fill("FACEBOOK");
    await expect(page.getByRole("link", { name: summary.name })).toHaveCount(0);
    await expect(page.getByRole("link", { name: post.name })).toBeVisible();
    const count = await page.getByRole("main").getByRole("article").count();
    await expect(page.getByText(t("tools.catalogue.count", { count }), { exact: true })).toBeVisible();

    await search.fill("xyzzy");
    await expect(ui.heading("tools.empty.title")).toBeVisible();
    await ui.button("tools.empty.reset").click();
    await expect(page.getByRole("link", { name: summary.name }).first()).toBeVisible();
  });

  asUser(
    "a need finds its tool first, in either language, with a typing error",
    async ({ page, catalogue, ui }) => {
      const metatags = await catalogue.tool("seo-metatags");
      const post = await catalogue.tool("facebook-post");
      await page.goto(path);
      const search = ui.searchbox("tools.catalogue.search");
      const first = page.getByRole("main").getByRole("article").first().getByRole("link");
      for (const [need, tool] of [
        ["title for google", metatags],
        ["tytuł do google", metatags],
        ["facebok", post],
        ["post na fejsa", post],
      ] as const) {
        await search.fill(need);
        await expect(first, need).toHaveText(tool.name);
      }
    },
  );

  asUser(
    "Enter opens the first hit, and the arrows move through the hits",
    async ({ page, catalogue, ui }) => {
      const post = await catalogue.tool("facebook-post");
      await page.goto(path);
      const search = ui.searchbox("tools.catalogue.search");
      const hits = page.getByRole("main").getByRole("article").getByRole("link");
      await search.fill("facebook");
      await expect(hits.first()).toHaveText(post.name);
      await search.press("ArrowDown");
      await expect(hits.first()).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(hits.nth(1)).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await expect(search).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(ui.path("tool", { tool: "facebook-post" }));
    },
  );

  asUser("categories filter the list and stay in the address", async ({ page, catalogue }) => {
    const post = await catalogue.tool("facebook-post");
    const metatags = await catalogue.tool("seo-metatags");
    await page.goto(path);
    await button(page, "SEO").click();
    await expect(page).toHaveURL(/category=seo/);
    await expect(page.getByRole("link", { name: post.name })).toHaveCount(0);
    await expect(page.getByRole("link", { name: metatags.name })).toBeVisible();
    await page.reload();
    await expect(button(page, "SEO")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("link", { name: post.name })).toBeHidden();
  });

  asUser("favourites survive a reload", async ({ page, catalogue, ui }) => {
    const { name } = await catalogue.tool("text-summary");
    const post = await catalogue.tool("facebook-post");
    await page.goto(path);
    // The star changes at once; only a change stored on the server survives.
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await ui.button("tools.card.mark", { name }).first().click();
    await saved;
    // Now the tool is also in the first section.
    const marks = ui.button("tools.card.unmark", { name });
    await expect(marks).toHaveCount(2);
    await expect(marks.first()).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await ui.button("tools.catalogue.favourites").click();
    await expect(page.getByRole("link", { name })).toBeVisible();
    await expect(page.getByRole("link", { name: post.name })).toBeHidden();
    await ui.button("tools.card.unmark", { name }).first().click();
    await expect(ui.text("tools.empty.favourites")).toBeVisible();
  });
});

inEach(["pl"], () => {
  asUser("search ignores accents", async ({ page, catalogue, ui }) => {
    const { name, summary } = await catalogue.tool("facebook-post");
    const word = summary.match(/\p{L}*[ąćęłńóśźż]\p{L}*/u)?.[0] ?? "";
    expect(word).not.toBe("");
    const plain = word.normalize("NFD").replace(/\p{M}/gu, "").replace(/ł/g, "l");
    await page.goto("/app/narzedzia");
    await ui.searchbox("tools.catalogue.search").fill(plain.toUpperCase());
    await expect(page.getByRole("status").filter({ hasText: /\d/ })).toBeVisible();
    await expect(page.getByRole("link", { name })).toBeVisible();
  });
});

asUser(
  "a large catalogue is searched by the server, and the address stores the page",
  async ({ page, catalogue, ui }) => {
    const { name } = await catalogue.tool("facebook-post");
    const asked: string[] = [];
    // The response has many pages of tools.
    await page.route(/\/api\/tools\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.get("per_page") === "48") asked.push(searchParams.get("page") ?? "");
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 300 } });
    });
    await page.goto("/app/tools");
    const link = page.getByRole("link", { name }).first();
    await expect(link).toBeVisible();
    await ui.button("shell.paging.page", { page: 3 }).click();
    await expect(page).toHaveURL(/page=3/);
    await expect.poll(() => asked).toContain("3");
    // A new search begins on its first page.
    await ui.searchbox("tools.catalogue.search").fill("facebook");
    await expect(page).toHaveURL(/q=facebook/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(link).toBeVisible();
  },
);

asUser("on a phone all tools are rows on three screens, with targets for a thumb", async ({ page, ui }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await ui.open("tools");
  const cards = page.getByRole("article");
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeGreaterThanOrEqual(28);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_500);
  const sizes = await page
    .getByRole("main")
    .getByRole("button")
    .evaluateAll((buttons) => buttons.filter((one) => one.checkVisibility()).map((one) => one.clientHeight));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(38);
});

asUser("the keyboard alone leads to a tool", async ({ page, catalogue, ui }) => {
  const { name } = await catalogue.tool("facebook-post");
  await page.goto("/app/tools");
  const link = page.getByRole("link", { name });
  await expect(link.first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(ui.link("layout.frame.skip")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(ui.searchbox("tools.catalogue.search")).toBeFocused();
  await page.keyboard.type("facebook");
  const { name: other } = await catalogue.tool("text-summary");
  await expect(page.getByRole("link", { name: other })).toHaveCount(0);
  // Past the categories, the stars and the tools before it.
  for (
    let step = 0;
    step < 24 && !(await link.evaluate((node) => node === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press("Tab");
  }
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ui.title()).toHaveText(name);
});
