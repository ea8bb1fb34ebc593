import { titleOf } from "../src/catalogue.ts";
import { toolPath } from "../src/example.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("says before the run that it needs a model, and after it, too", async ({
      page,
      person,
      t,
      watch,
    }) => {
      expect(person.email).toBeTruthy();
      watch.expect(409, /\/runs/);
      await page.goto(toolPath("translate", language));
      await expect(page.getByText(t("sdk.needsModel.always.title"))).toBeVisible();
      // Variables of the server are for administrators.
      await expect(page.getByText(t("sdk.needsModel.how"))).toBeVisible();
      await expect(page.getByText("SITEWRIGHT_MODEL_URL")).toBeHidden();
      await button(page, t("sdk.form.example")).click();
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByText(t("sdk.problem.title.409")).last()).toBeVisible();
    });

    test.describe("with a model", () => {
      test.use({ setup: "connected" });

      test("stands paragraph beside paragraph", async ({ page, person, catalogue, model, t }) => {
        expect(person.email).toBeTruthy();
        model.answer((call) => call.say("Guten Tag.\n\nBis bald."));
        const tool = await catalogue.tool("translate");
        await page.goto(toolPath("translate", language));
        await expect(page.getByText(t("sdk.needsModel.always.title"))).toBeHidden();
        await button(page, t("sdk.form.example")).click();
        await field(page, titleOf(tool, "text")).fill("Dzień dobry.\n\nDo zobaczenia.");
        await button(page, t("sdk.form.submit")).click();
        const pairs = page.getByRole("region", { name: t("translate.title") });
        await expect(pairs.locator(".pair")).toHaveText([
          "Dzień dobry.Guten Tag.",
          "Do zobaczenia.Bis bald.",
        ]);
      });
    });
  });
}
