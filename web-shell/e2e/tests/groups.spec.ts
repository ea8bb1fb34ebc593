import { titleOf } from "../src/catalogue.ts";
import { asUser, expect, field, IN_POLISH, inEach } from "../src/test.ts";

inEach(IN_POLISH, () => {
  asUser("one input is written by the selected tools, and previewed", async ({ page, catalogue, t, ui }) => {
    const tool = await catalogue.tool("facebook-post");
    await ui.open("posts");
    await expect(page.getByRole("heading", { level: 1, name: t("groups.posts.title") })).toBeVisible();
    const submit = page.locator("button[type=submit]");

    await submit.click();
    await expect(ui.text("sdk.violation.required")).toBeVisible();
    await field(page, titleOf(tool, "topic")).fill("Bułki na zakwasie od siódmej rano");
    await submit.click();

    const result = page.getByRole("tabpanel", { name: tool.name });
    await expect(result.getByRole("figure", { name: t("sdk.preview.label") }).first()).toBeVisible();
    await expect(result.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();

    // The tool's own page shows the run.
    await ui.open("tool", { tool: "facebook-post" });
    await expect(page.getByRole("figure").first()).toBeVisible();
  });

  asUser("without a selected tool there is nothing to start", async ({ page, ui }) => {
    await ui.open("posts");
    await expect(page.getByRole("checkbox").first()).toBeVisible();
    for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
    await expect(ui.text("groups.page.choose")).toBeVisible();
    await expect(ui.button("sdk.form.example")).toBeHidden();
  });
});
