import { titleOf } from "../src/catalogue.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

test.beforeEach(async ({ person }) => {
  expect(person.email).toBeTruthy();
});

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("an earlier version is compared and brought back", async ({ page, t, catalogue }) => {
      const id = await catalogue.run("facebook-post", { topic: "Żółty ser z Podlasia", language: "pl" });
      await page.goto(`${language === "pl" ? "/app/archiwum" : "/app/archive"}/${id}`);
      await button(page, t("documents.page.edit")).click();
      await page.getByLabel(t("documents.editor.text")).fill("Ser biały.");
      await button(page, t("documents.editor.save")).click();
      await expect(page.getByRole("article")).toHaveText("Ser biały.");
      await button(page, t("documents.history.title")).click();
      await page.getByRole("button", { name: /1,/ }).click();
      await expect(page.locator("del").first()).toBeVisible();
      await expect(page.locator("ins").first()).toBeVisible();
      await button(page, t("documents.history.restore")).click();
      await expect(page.getByRole("article")).toContainText("Żółty ser z Podlasia");
      await expect(page.getByText(t("documents.history.restored"))).toBeVisible();
    });
  });
}

const POST = "Warm sourdough rolls wait for you from seven. Which one is yours? #rolls #bakery #breakfast";
const SHORTER = "Warm rolls wait for you from seven in the morning. #rolls #bakery #breakfast";

for (const language of LANGUAGES) {
  test.describe(`with a model, in ${language}`, () => {
    test.use({ language, setup: "connected" });

    test("a variant is written anew, looked at and taken", async ({ page, t, catalogue, model }) => {
      const tool = await catalogue.tool("facebook-post");
      model.answer((call) => call.say(POST));
      await page.goto(language === "pl" ? "/app/narzedzia/facebook-post" : "/app/tools/facebook-post");
      await field(page, titleOf(tool, "topic")).fill("Sourdough rolls");
      await button(page, t("sdk.form.submit")).click();
      const first = page.getByRole("article", { name: t("form.result.variant", { number: 1 }) });
      await expect(first).toContainText(POST);

      model.answer((call) => call.say(SHORTER));
      await button(first, t("sdk.rewrite.title")).click();
      await page.getByRole("menuitem", { name: t("sdk.rewrite.shorter"), exact: true }).click();
      await expect(page.getByText(SHORTER)).toBeVisible();
      await expect(first).toContainText(POST);
      await button(page, t("sdk.rewrite.take")).click();
      await expect(first).toContainText(SHORTER);

      await button(page, t("sdk.rating.good")).click();
      await expect(button(page, t("sdk.rating.good"))).toHaveAttribute("aria-pressed", "true");
      await page.reload();
      await expect(first).toContainText(SHORTER);
      await expect(button(page, t("sdk.rating.good"))).toHaveAttribute("aria-pressed", "true");
    });
  });
}
