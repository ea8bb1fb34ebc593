import { asUser, expect, IN_POLISH, inEach, type Page } from "../src/test.ts";

/** Holds the program of the page back until it is released. */
async function holdProgram(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const place = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

inEach(IN_POLISH, (language) => {
  for (const width of [1440, 360])
    asUser(
      `a page of ${width} px shows its frame before the program, in the same places`,
      async ({ page, t, ui }) => {
        await page.setViewportSize({ width, height: 800 });
        const release = await holdProgram(page);
        await page.goto(ui.path("tools"), { waitUntil: "commit" });
        const heading = page.getByRole("heading", { name: t("tools.catalogue.title"), level: 1 });
        await expect(heading).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        const parts = ["header img:visible", "main h1", ...(width > 768 ? [".sw-nav[aria-current]"] : [])];
        const before = await Promise.all(parts.map((part) => place(page, part)));
        release();
        await expect(page.locator("[data-opening]")).toHaveCount(0);
        for (const [index, part] of parts.entries()) {
          const after = await place(page, part);
          expect([after?.x, after?.y], part).toEqual([before[index]?.x, before[index]?.y]);
        }
      },
    );

  asUser("the first requests of a page are sent once, by its opening", async ({ page, ui }) => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await page.goto(ui.path("tools"));
    await expect(page.getByRole("article").first()).toBeVisible();
    for (const path of ["/api/user", "/api/project/getUserProjects"])
      expect(
        sent.filter((each) => each === path),
        path,
      ).toHaveLength(1);
  });

  asUser(
    "a menu that loads with its first use opens by a key and returns the focus",
    async ({ page, t, ui }) => {
      await page.goto(ui.path("tools"));
      const button = page.getByRole("button", { name: t("shell.scheme.choose") });
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: t("shell.scheme.dark") })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(button).toBeFocused();
    },
  );
});
