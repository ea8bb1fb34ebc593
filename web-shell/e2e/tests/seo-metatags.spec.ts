import { outputTitleOf } from "../src/catalogue.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("the preview shows title and description as the search results cut them", async ({
      page,
      person,
      catalogue,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      await page.goto(language === "pl" ? "/app/narzedzia/seo-metatags" : "/app/tools/seo-metatags");
      await button(page, t("sdk.form.example")).click();
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByText(t("sdk.draft.title"))).toBeVisible();

      const result = page.getByRole("figure", { name: t("seo-metatags.search.title") });
      await expect(result).toHaveAttribute("data-device", "desktop");
      await expect(page.getByText(t("seo-metatags.search.cut.whole"))).toBeVisible();
      await page
        .getByRole("textbox", { name: t("seo-metatags.search.address") })
        .fill("https://piekarnia.example/x");
      await expect(result).toContainText("https://piekarnia.example");
      await page.getByText(t("seo-metatags.search.mobile"), { exact: true }).click();
      await expect(result).toHaveAttribute("data-device", "mobile");
      await page.getByText(t("seo-metatags.search.desktop"), { exact: true }).click();

      // A title that is too wide is cut in the preview while it is typed.
      const tool = await catalogue.tool("seo-metatags");
      await field(page, outputTitleOf(tool, "title")).fill("W".repeat(60));
      await expect(page.getByText(t("seo-metatags.search.cut.title"))).toBeVisible();
      await expect(result).toContainText("…");
      await expect(page.getByText(t("seo-metatags.unsaved"))).toBeVisible();
      await button(page, t("seo-metatags.save")).click();
      await expect(page.getByText(t("seo-metatags.unsaved"))).toBeHidden();
      await page.reload();
      await expect(field(page, outputTitleOf(tool, "title"))).toHaveValue("W".repeat(60));
    });
  });
}
