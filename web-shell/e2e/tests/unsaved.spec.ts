import { button } from "../src/shell.ts";
import { asUser, expect, inEach } from "../src/test.ts";
import { IN_ENGLISH } from "../src/texts.ts";

inEach(IN_ENGLISH, (language) => {
  asUser("leaving a document with unsaved edits asks first", async ({ page, catalogue, t, ui }) => {
    const id = await catalogue.run("facebook-post", { topic: "Bułki od siódmej", language });
    const archive = ui.path("archive");
    await page.goto(`${archive}/${id}`);
    await ui.button("documents.page.edit").click();
    const back = page.getByRole("main").getByRole("link", { name: t("documents.page.back") });
    const dialog = ui.dialog("shell.leave.title");
    const title = ui.field("documents.editor.title");

    await title.fill("Inny tytuł");
    await back.click();
    await expect(dialog).toBeVisible();
    await button(dialog, t("shell.leave.stay")).click();
    await expect(dialog).toBeHidden();
    await expect(title).toHaveValue("Inny tytuł");

    await back.click();
    await button(dialog, t("shell.leave.go")).click();
    await expect(page).toHaveURL(archive);

    // What is saved, or was never changed, is left without a question.
    await page.goto(`${archive}/${id}`);
    await ui.button("documents.page.edit").click();
    await title.fill("Nowy tytuł");
    await ui.button("documents.editor.save").click();
    await expect(page.getByRole("heading", { level: 1, name: "Nowy tytuł" })).toBeVisible();
    await back.click();
    await expect(page).toHaveURL(archive);
  });
});
