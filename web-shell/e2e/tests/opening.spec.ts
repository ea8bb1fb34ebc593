import { asAdministrator, asUser, expect, IN_POLISH, inEach, LANGUAGES, type Page } from "../src/test.ts";

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

declare global {
  interface Window {
    /** The text of the largest element so far. */
    largest?: string;
  }
}

/** Notes the element that the largest contentful paint is measured by. */
const noteLargest = (page: Page) =>
  page.addInitScript(() => {
    const note = (list: PerformanceObserverEntryList) => {
      const { element } = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
      window.largest = element?.textContent ?? "";
    };
    new PerformanceObserver(note).observe({ type: "largest-contentful-paint", buffered: true });
  });

const largest = (page: Page) => page.evaluate(() => window.largest ?? "");

/** The pages whose largest text on a phone is in their opening. */
const PAINTED = [
  ["dashboard", {}],
  ["tools", {}],
  ["tool", { tool: "facebook-post" }],
  ["tool", { tool: "seo-metatags" }],
  ["archive", {}],
  ["adminUsers", {}],
] as const;

/** Where a picture or a text begins; the box of a text may be larger. */
const place = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const contents = document.createRange();
      contents.selectNodeContents(element);
      const { x, y } = (element.firstChild ? contents : element).getBoundingClientRect();
      return { x, y };
    });

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
          expect(await place(page, part), part).toEqual(before[index]);
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

inEach(LANGUAGES, () => {
  asAdministrator(
    "the largest text of a page on a phone is in its opening",
    async ({ page, api, catalogue, ui }) => {
      await api.post("/api/project/addProject", {
        domain: "bakery-example.com",
        language_code: "en",
        location_code: 2826,
      });
      await catalogue.run("facebook-post", { topic: "Bułki od siódmej", language: "pl" });
      await page.setViewportSize({ width: 412, height: 823 });
      await noteLargest(page);
      for (const [name, params] of PAINTED) {
        const release = await holdProgram(page);
        await page.goto(ui.path(name, params), { waitUntil: "commit" });
        await expect.poll(async () => (await largest(page)).length, name).toBeGreaterThan(40);
        const opening = await largest(page);
        release();
        await expect(page.locator("[data-opening]")).toHaveCount(0);
        await expect(page.locator("[data-loading]")).toHaveCount(0);
        expect(await largest(page), name).toBe(opening);
      }
    },
  );
});
