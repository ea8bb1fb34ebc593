import { openTopic } from "../src/catalogue.ts";
import { asUser, button, expect, IN_ENGLISH, IN_POLISH, inEach, test } from "../src/test.ts";

inEach(IN_POLISH, () => {
  asUser("a draft says that a model writes more, and has no menu to rewrite it", async ({ t, ui }) => {
    const first = await ui.runExample();
    await expect(first.getByText(t("sdk.draft.text"))).toBeVisible();
    await expect(button(first, t("sdk.rewrite.title"))).toHaveCount(0);
  });

  asUser("a warning stands below its text", async ({ page, ui }) => {
    await ui.openTool("facebook-post");
    await ui.button("sdk.form.example").click();
    // Without its third keyword.
    await page.getByRole("combobox", { name: "Słowa kluczowe" }).press("Backspace");
    await ui.button("sdk.form.submit").click();
    const first = page.getByRole("article").first();
    const line = first.locator(".sw-part-line").first();
    const warning = first.getByText("Hashtagi: 2 zamiast 3.");
    await expect(warning).toBeVisible();
    const [text, below] = await Promise.all([line.boundingBox(), warning.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
    expect(below?.x).toBeLessThan((text?.x ?? 0) + 40);
  });

  asUser("an earlier version is compared and restored", async ({ page, catalogue, ui }) => {
    const id = await catalogue.run("facebook-post", { topic: "Żółty ser z Podlasia", language: "pl" });
    await page.goto(`${ui.path("archive")}/${id}`);
    await ui.button("documents.page.edit").click();
    await ui.field("documents.editor.text").fill("Ser biały.");
    await ui.button("documents.editor.save").click();
    await expect(page.getByRole("article")).toHaveText("Ser biały.");
    await ui.more("documents.history.title");
    await page.getByRole("button", { name: /1,/ }).click();
    await expect(page.locator("del").first()).toBeVisible();
    await expect(page.locator("ins").first()).toBeVisible();
    await ui.button("documents.history.restore").click();
    await expect(page.getByRole("article")).toContainText("Żółty ser z Podlasia");
    await expect(ui.text("documents.history.restored")).toBeVisible();
  });
});

const POST = "Warm sourdough rolls wait for you from seven. Which one is yours? #rolls #bakery #breakfast";
const SHORTER = "Warm rolls wait for you from seven in the morning. #rolls #bakery #breakfast";

inEach(IN_ENGLISH, () => {
  test.use({ setup: "connected" });

  asUser(
    "a result says what is wrong and what is missing, in the language of the screen",
    async ({ page, t, catalogue, model, ui }) => {
      // One variant is missing, however often it is requested.
      model.answer((call) => {
        call.writeWords("Warm rolls at seven.\n===\nRolls wait for you from seven.");
        call.end();
      });
      const input = { topic: "Sourdough rolls", language: "en", variants: 3, hashtags: 3 };
      const id = await catalogue.run("facebook-post", input);
      await ui.openTool();
      await page.getByRole("button", { name: /Sourdough rolls/ }).click();
      await expect(ui.text("sdk.fewer.failed", { count: 1, number: 2, ordered: 3 })).toBeVisible();
      await expect(page.getByText("Hashtags: 0 instead of 3.").first()).toBeVisible();

      await page.getByRole("button", { name: t("shell.language.choose") }).click();
      await page.getByRole("menuitem", { name: "Polski" }).click();
      await expect(page.getByText("Hashtagi: 0 zamiast 3.").first()).toBeVisible();
      await expect(page.getByText("Hashtags: 0")).toHaveCount(0);
      await expect(page.locator(`a[href$="${id}"]`).first()).toBeVisible();
    },
  );

  asUser("a variant is rewritten, reviewed and accepted", async ({ page, t, catalogue, model, ui }) => {
    model.answer((call) => call.say(POST));
    await (await openTopic(ui, catalogue)).fill("Sourdough rolls");
    await ui.button("sdk.form.submit").click();
    const first = page.getByRole("article", { name: t("sdk.result.variant", { number: 1 }) });
    await expect(first).toContainText(POST);

    model.answer((call) => call.say(SHORTER));
    await button(first, t("sdk.rewrite.title")).click();
    await page.getByRole("menuitem", { name: t("sdk.rewrite.shorter"), exact: true }).click();
    await expect(page.getByText(SHORTER)).toBeVisible();
    await expect(first).toContainText(POST);
    await ui.button("sdk.rewrite.take").click();
    await expect(first).toContainText(SHORTER);

    await ui.button("sdk.rating.good").click();
    await expect(ui.button("sdk.rating.good")).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(first).toContainText(SHORTER);
    await expect(ui.button("sdk.rating.good")).toHaveAttribute("aria-pressed", "true");
  });
});
