import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH } from "../src/texts.ts";

for (const language of IN_ENGLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("leaving a document with unsaved edits asks first", async ({ page, person, catalogue, t }) => {
      expect(person.email).toBeTruthy();
      const id = await catalogue.run("facebook-post", { topic: "Bułki od siódmej", language });
      const archive = language === "pl" ? "/app/archiwum" : "/app/archive";
      await page.goto(`${archive}/${id}`);
      await button(page, t("documents.page.edit")).click();
      const back = page.getByRole("main").getByRole("link", { name: t("documents.page.back") });
      const dialog = page.getByRole("dialog", { name: t("shell.leave.title") });
      const title = field(page, t("documents.editor.title"));

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
      await button(page, t("documents.page.edit")).click();
      await title.fill("Nowy tytuł");
      await button(page, t("documents.editor.save")).click();
      await expect(page.getByRole("heading", { level: 1, name: "Nowy tytuł" })).toBeVisible();
      await back.click();
      await expect(page).toHaveURL(archive);
    });
  });
}
