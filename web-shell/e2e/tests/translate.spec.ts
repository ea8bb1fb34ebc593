import { titleOf } from "../src/catalogue.ts";
import { asUser, expect, field, IN_POLISH, inEach, test } from "../src/test.ts";

inEach(IN_POLISH, () => {
  asUser("says before and after the run that it needs a model", async ({ page, watch, ui }) => {
    watch.expect(409, /\/runs/);
    await ui.open("tool", { tool: "translate" });
    await expect(ui.text("sdk.needsModel.always.title")).toBeVisible();
    // Environment variables are shown to administrators only.
    await expect(ui.text("sdk.needsModel.how")).toBeVisible();
    await expect(page.getByText("SITEWRIGHT_MODEL_URL")).toBeHidden();
    await ui.button("sdk.form.example").click();
    await ui.button("sdk.form.submit").click();
    await expect(ui.text("sdk.problem.title.409").last()).toBeVisible();
  });

  test.describe("with a model", () => {
    test.use({ setup: "connected" });

    asUser("is shown paragraph by paragraph", async ({ page, catalogue, model, ui }) => {
      model.answer((call) => call.say("Guten Tag.\n\nBis bald."));
      const tool = await catalogue.tool("translate");
      await ui.open("tool", { tool: "translate" });
      await expect(ui.text("sdk.needsModel.always.title")).toBeHidden();
      await ui.button("sdk.form.example").click();
      await field(page, titleOf(tool, "text")).fill("Dzień dobry.\n\nDo zobaczenia.");
      await ui.button("sdk.form.submit").click();
      const pairs = ui.region("translate.title");
      await expect(pairs.locator(".pair")).toHaveText(["Dzień dobry.Guten Tag.", "Do zobaczenia.Bis bald."]);
    });
  });
});
