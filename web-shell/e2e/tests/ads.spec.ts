import { readFile } from "node:fs/promises";
import { outputTitleOf } from "../src/catalogue.ts";
import { runExample } from "../src/example.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a search ad shows one combination after another, its strength and its file", async ({
      page,
      person,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      await runExample(page, t, "google-ads", language);
      const ad = page.locator(".search-ad").first();
      await expect(ad).toContainText("example.com");
      await expect(page.getByText(t("ads.strength.title")).first()).toBeVisible();
      const title = ad.locator(".search-ad-title");
      const before = await title.textContent();
      await button(page, t("ads.next")).first().click();
      await expect(title).not.toHaveText(before ?? "");

      const download = page.waitForEvent("download");
      await button(page, t("ads.csv")).first().click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("google-ads.csv");
      expect(await readFile(await file.path(), "utf8")).toContain("https://example.com");
    });

    test("an ad in the feed folds its text, and is edited under its preview", async ({
      page,
      person,
      catalogue,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      const tool = await catalogue.tool("linkedin-ads");
      const title = outputTitleOf(tool, "intro_text");
      const first = await runExample(page, t, "linkedin-ads", language);
      const ad = first.locator(".feed-ad");
      await expect(ad).toContainText("example.com");

      await button(first, t("sdk.result.edit", { name: title })).click();
      await field(page, title).fill(`${"słowo ".repeat(40)}#koniec`);
      const more = ad.getByRole("button", { name: t("ads.more") });
      await expect(ad).not.toContainText("#koniec");
      await more.press("Enter");
      await expect(ad).toContainText("#koniec");
      await field(page, title).press("Escape");
      await expect(ad).not.toContainText("#koniec");
    });

    test("a carousel shows a card for each headline", async ({ page, person, t }) => {
      expect(person.email).toBeTruthy();
      const first = await runExample(page, t, "facebook-ads", language);
      const cards = first.getByRole("group", { name: t("ads.carousel") });
      await expect(cards).toBeVisible();
      expect(await cards.getByText(t("ads.picture")).count()).toBeGreaterThan(1);
    });
  });
}
