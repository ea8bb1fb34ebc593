import { asUser, button, expect, IN_POLISH, inEach } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const POST = { topic: "Żółty ser z Podlasia", language: "pl" };

const count = (ui: Ui, count: number) =>
  ui.page.getByText(ui.t("documents.archive.count", { count, shown: count }), { exact: true });

asUser("search finds a text by any word and ignores accents", async ({ page, catalogue, ui }) => {
  await catalogue.run("facebook-post", POST);
  await catalogue.run("facebook-post", { topic: "Bread from rye", language: "en" });
  await page.goto("/app/archive");
  await expect(count(ui, 2)).toBeVisible();
  const search = ui.searchbox("documents.archive.search");
  await search.fill("zolty SER");
  await expect(count(ui, 1)).toBeVisible();
  await expect(ui.rows()).toContainText("Żółty ser");
  await page.reload();
  await expect(search).toHaveValue("zolty SER");
  await search.fill("nowhere");
  await expect(ui.heading("documents.none.title")).toBeVisible();
});

inEach(IN_POLISH, (language) => {
  asUser("a document is opened by its address, edited and saved", async ({ page, catalogue, ui }) => {
    const id = await catalogue.run("facebook-post", POST);
    const path = `${ui.path("archive")}/${id}`;
    await page.goto(path);
    await ui.button("documents.page.edit").click();
    await ui.field("documents.editor.title").fill("Ser na śniadanie");
    await ui.field("documents.editor.text").fill("# Ser\n\nZ **Podlasia**.");
    await ui.button("documents.editor.save").click();
    await expect(ui.title()).toHaveText("Ser na śniadanie");
    await expect(page.getByRole("article").locator("strong")).toHaveText("Podlasia");
    await page.reload();
    await expect(ui.title()).toHaveText("Ser na śniadanie");
    await expect(page).toHaveTitle(/Ser na śniadanie/);
  });

  asUser("deleting can be undone", async ({ page, catalogue, ui }) => {
    await catalogue.run("facebook-post", { ...POST, topic: "To stay" });
    const id = await catalogue.run("facebook-post", POST);
    const archive = ui.path("archive");
    await page.goto(`${archive}/${id}`);
    await ui.button("documents.page.delete").click();
    await expect(page).toHaveURL(archive);
    await expect(count(ui, 1)).toBeVisible();
    await expect(ui.text("documents.page.deleted")).toBeVisible();
    await ui.button("shell.action.undo").click();
    await expect(ui.text("documents.page.restored")).toBeVisible();
    await expect(count(ui, 2)).toBeVisible();
  });

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

    // Saved or unchanged text is left without a question.
    await page.goto(`${archive}/${id}`);
    await ui.button("documents.page.edit").click();
    await title.fill("Nowy tytuł");
    await ui.button("documents.editor.save").click();
    await expect(page.getByRole("heading", { level: 1, name: "Nowy tytuł" })).toBeVisible();
    await back.click();
    await expect(page).toHaveURL(archive);
  });
});

asUser("many documents are paginated, and the address stores the page", async ({ page, catalogue, ui }) => {
  await Promise.all(
    Array.from({ length: 23 }, (_, number) =>
      catalogue.run("facebook-post", { topic: `Post number ${number + 1}`, language: "en" }),
    ),
  );
  await page.goto("/app/archive");
  await expect(ui.rows()).toHaveCount(20);
  await expect(page.getByRole("button", { name: /^Page \d+$/ })).toHaveCount(2);
  await ui.button("shell.paging.page", { page: 2 }).click();
  await expect(ui.rows()).toHaveCount(3);
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(ui.rows()).toHaveCount(3);
  await page.goBack();
  await expect(ui.rows()).toHaveCount(20);
});

asUser("the list is filtered by tool", async ({ page, catalogue, ui }) => {
  const { name } = await catalogue.tool("facebook-post");
  await catalogue.run("facebook-post", POST);
  const tool = await catalogue.tool("seo-metatags");
  await catalogue.run("seo-metatags", tool.example);
  await page.goto("/app/archive");
  await expect(count(ui, 2)).toBeVisible();
  await ui.combobox("documents.archive.tool").click();
  await page.getByRole("option", { name }).click();
  await expect(count(ui, 1)).toBeVisible();
  await expect(page).toHaveURL(/tool=facebook-post/);
});

asUser("a document that does not exist, or is another user's, is not shown", async ({ page, watch, ui }) => {
  watch.expect(404, /^\/api\/documents\//);
  await page.goto("/app/archive/00000000-0000-7000-8000-000000000000");
  await expect(ui.heading("documents.page.goneTitle")).toBeVisible();
});
