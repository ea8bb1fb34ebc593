import { readFileSync } from "node:fs";
import { expectAccessible } from "../src/accessibility.ts";
import { root } from "../src/browser.ts";
import { freePort } from "../src/site.ts";
import { Sitewright } from "../src/sitewright.ts";
import { expect, IN_POLISH, inEach, test } from "../src/test.ts";

/** The first start compiles every tool. */
const START_MS = 300_000;

inEach(IN_POLISH, (language) => {
  const sentences = JSON.parse(readFileSync(root(`host/locales/${language}.json`), "utf8"));

  test("the page of a server that starts shows its progress and becomes the product", async ({
    page,
    t,
    watch,
  }) => {
    test.setTimeout(START_MS);
    watch.expect(503, /./);
    // The page asks for its own address until it is answered as by the product, which takes no calls of this kind there.
    watch.expect(405, /^\/login$/);
    const server = await Sitewright.startFirst(await freePort());
    try {
      const ready = server.ready();
      const alive = () =>
        fetch(`${server.url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(alive, { timeout: START_MS }).toBe(true);
      await page.goto(`${server.url}/login`);
      await expect(page.getByRole("heading", { name: sentences["starting.title"] })).toBeVisible();
      await expect(page.getByRole("status")).toHaveText(sentences["starting.tools"]);
      await expect(page.getByRole("progressbar", { name: sentences["starting.progress"] })).toBeVisible();
      await expectAccessible(page, "the page of a starting server");
      await ready;
      await expect(page.getByRole("heading", { name: t("accounts.login.title") })).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("accounts.field.email") })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/login");
      // What still loads would fail with the server.
      await page.goto("about:blank");
    } finally {
      await server.stop();
    }
  });
});
