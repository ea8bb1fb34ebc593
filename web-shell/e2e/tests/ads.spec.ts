import { readFile } from "node:fs/promises";
import { outputTitleOf, titleOf } from "../src/catalogue.ts";
import { copiedText } from "../src/clipboard.ts";
import { asUser, button, expect, field, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, () => {
  asUser(
    "a search ad shows its combinations, its strength and its file",
    async ({ page, catalogue, t, ui }) => {
      await ui.runExample("google-ads");
      const ad = page.locator(".search-ad").first();
      await expect(ad).toContainText("example.com");
      await expect(ui.text("ads.strength.title").first()).toBeVisible();
      const title = ad.locator(".search-ad-title");
      const before = await title.textContent();
      await ui.button("ads.next").first().click();
      await expect(title).not.toHaveText(before ?? "");

      await ui.button("sdk.result.copyAll", { name: t("sdk.result.only") }).click();
      await expect.poll(() => copiedText(page)).not.toBe("");
      const copied = await copiedText(page);
      const headline = page.getByText(outputTitleOf(await catalogue.tool("google-ads"), "headlines"), {
        exact: true,
      });
      await expect(headline.first()).toBeVisible();
      // The page has unbreakable spaces, a copy has none.
      const shown = (await title.textContent())?.replaceAll("\u00a0", " ");
      expect(copied).toContain(shown?.split(" – ")[0]);
      expect(copied, "no marks of Markdown").not.toMatch(/\*\*|^#/m);

      const download = page.waitForEvent("download");
      await ui.button("ads.csv").first().click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("google-ads.csv");
      expect(await readFile(await file.path(), "utf8")).toContain("https://example.com");
    },
  );

  asUser("an invalid field and its message stand above the button", async ({ page, catalogue, t, ui }) => {
    const tool = await catalogue.tool("google-ads");
    await ui.openTool("google-ads");
    await ui.button("sdk.form.example").click();
    const address = field(page, titleOf(tool, "final_url"));
    await address.fill("wrong");
    // The field is in the window, behind the button.
    await page.evaluate(() => scrollTo(0, 0));
    const place = await address.boundingBox();
    const height = Math.ceil((place?.y ?? 0) + (place?.height ?? 0));
    await page.setViewportSize({ width: 1440, height });
    await ui.button("sdk.form.submit").click();
    await expect(address).toBeFocused();
    const message = page.getByText(t("sdk.violation.url")).first();
    const bottom = async () => {
      const [box, bar] = await Promise.all([message.boundingBox(), page.locator(".sw-submit").boundingBox()]);
      return (bar?.y ?? 0) - ((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0));
    };
    await expect.poll(bottom).toBeGreaterThanOrEqual(0);
  });

  asUser("an ad in the feed folds its text, which is edited below", async ({ page, catalogue, t, ui }) => {
    const tool = await catalogue.tool("linkedin-ads");
    const title = outputTitleOf(tool, "intro_text");
    const first = await ui.runExample("linkedin-ads");
    const ad = first.locator(".feed-ad");
    await expect(ad).toContainText("example.com");

    await button(first, t("sdk.result.edit", { name: title })).click();
    await field(page, title).fill(`${"słowo ".repeat(40)}#koniec`);
    const more = ad.getByRole("button", { name: t("ads.more") });
    await expect(ad).not.toContainText("#koniec");
    await more.press("Enter");
    await expect(ad).toContainText("#koniec");
    await field(page, title).press("Escape");
    await button(ui.dialog("shell.discard.title"), t("shell.discard.go")).click();
    await expect(ad).not.toContainText("#koniec");
  });

  asUser("a carousel shows a card for each headline", async ({ t, ui }) => {
    const first = await ui.runExample("facebook-ads");
    const cards = first.getByRole("group", { name: t("ads.carousel") });
    await expect(cards).toBeVisible();
    expect(await cards.getByText(t("ads.picture")).count()).toBeGreaterThan(1);
  });
});
