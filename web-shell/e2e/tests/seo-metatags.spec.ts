import { outputTitleOf } from "../src/catalogue.ts";
import { asUser, expect, field, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, () => {
  asUser(
    "the preview truncates title and description like search results",
    async ({ page, catalogue, t, ui }) => {
      await ui.runExample("seo-metatags");
      await expect(ui.text("sdk.bench.draft").first()).toBeVisible();

      const result = page.getByRole("figure", { name: t("seo-metatags.search.title") });
      await expect(result).toHaveAttribute("data-device", "desktop");
      await expect(ui.text("seo-metatags.search.cut.desktop.whole")).toBeVisible();
      await ui.field("seo-metatags.search.address").fill("https://piekarnia.example/x");
      await expect(result).toContainText("https://piekarnia.example");
      await page.getByText(t("seo-metatags.search.mobile"), { exact: true }).click();
      await expect(result).toHaveAttribute("data-device", "mobile");
      await page.getByText(t("seo-metatags.search.desktop"), { exact: true }).click();

      // A title that is too wide is truncated in the preview while it is typed.
      const tool = await catalogue.tool("seo-metatags");
      await field(page, outputTitleOf(tool, "title")).fill("W".repeat(60));
      await expect(ui.text("seo-metatags.search.cut.desktop.title")).toBeVisible();
      await expect(result).toContainText("…");
      await ui.button("seo-metatags.save").click();
      await expect(ui.text("sdk.result.saved")).toBeVisible();
      await page.reload();
      await expect(field(page, outputTitleOf(tool, "title"))).toHaveValue("W".repeat(60));
    },
  );
});
