import { titleOf } from "../src/catalogue.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

const PATHS = { en: "/app/social-media", pl: "/app/generator-social-media" };

for (const language of LANGUAGES) {
  test.describe(`posts for several networks, in ${language}`, () => {
    test.use({ language });

    test("one idea is written for what is ticked, and previewed", async ({ page, person, catalogue, t }) => {
      expect(person.email).toBeTruthy();
      const tool = await catalogue.tool("facebook-post");
      await page.goto(PATHS[language]);
      await expect(page.getByRole("heading", { level: 1, name: t("groups.posts.title") })).toBeVisible();
      const submit = page.locator("button[type=submit]");

      await submit.click();
      await expect(page.getByText(t("sdk.violation.required"))).toBeVisible();
      await field(page, titleOf(tool, "topic")).fill("Bułki na zakwasie od siódmej rano");
      await submit.click();

      const result = page.getByRole("region", { name: tool.name });
      await expect(result.getByRole("figure", { name: t("sdk.preview.label") }).first()).toBeVisible();
      await expect(result.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();

      // The tool's own page remembers the run.
      await page.goto(language === "pl" ? "/app/narzedzia/facebook-post" : "/app/tools/facebook-post");
      await expect(page.getByRole("figure").first()).toBeVisible();
    });

    test("with nothing ticked there is nothing to start", async ({ page, person, t }) => {
      expect(person.email).toBeTruthy();
      await page.goto(PATHS[language]);
      await expect(page.getByRole("checkbox").first()).toBeVisible();
      for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
      await expect(page.getByText(t("groups.page.choose"))).toBeVisible();
      await expect(button(page, t("sdk.form.example"))).toBeHidden();
    });
  });
}
