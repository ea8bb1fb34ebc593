import type { Page } from "@playwright/test";
import { csrfHeaders } from "../src/person.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Texts } from "../src/texts.ts";

const POST = { topic: "Żółty ser z Podlasia", language: "pl" };

test.beforeEach(async ({ person }) => {
  expect(person.email).toBeTruthy();
});

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const count = (page: Page, t: Texts, count: number) =>
  page.getByText(t("documents.archive.count", { count, shown: count }), { exact: true });

test("search finds a text by any of its words, Polish letters or not", async ({ page, t, catalogue }) => {
  await catalogue.run("facebook-post", POST);
  await catalogue.run("facebook-post", { topic: "Bread from rye", language: "en" });
  await page.goto("/app/archive");
  await expect(count(page, t, 2)).toBeVisible();
  const search = page.getByRole("searchbox", { name: t("documents.archive.search") });
  await search.fill("zolty SER");
  await expect(count(page, t, 1)).toBeVisible();
  await expect(rows(page)).toContainText("Żółty ser");
  await page.reload();
  await expect(search).toHaveValue("zolty SER");
  await search.fill("nowhere");
  await expect(page.getByRole("heading", { name: t("documents.none.title") })).toBeVisible();
});

for (const language of IN_POLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a document is opened by its address, edited and saved", async ({ page, t, catalogue }) => {
      const id = await catalogue.run("facebook-post", POST);
      const path = `${language === "pl" ? "/app/archiwum" : "/app/archive"}/${id}`;
      await page.goto(path);
      await button(page, t("documents.page.edit")).click();
      await field(page, t("documents.editor.title")).fill("Ser na śniadanie");
      await field(page, t("documents.editor.text")).fill("# Ser\n\nZ **Podlasia**.");
      await button(page, t("documents.editor.save")).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ser na śniadanie");
      await expect(page.getByRole("article").locator("strong")).toHaveText("Podlasia");
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ser na śniadanie");
      await expect(page).toHaveTitle(/Ser na śniadanie/);
    });

    test("deleting can be taken back", async ({ page, t, catalogue }) => {
      await catalogue.run("facebook-post", { ...POST, topic: "To stay" });
      const id = await catalogue.run("facebook-post", POST);
      const archive = language === "pl" ? "/app/archiwum" : "/app/archive";
      await page.goto(`${archive}/${id}`);
      await button(page, t("documents.page.delete")).click();
      await expect(page).toHaveURL(archive);
      await expect(count(page, t, 1)).toBeVisible();
      await expect(page.getByText(t("documents.page.deleted"))).toBeVisible();
      await button(page, t("shell.action.undo")).click();
      await expect(page.getByText(t("documents.page.restored"))).toBeVisible();
      await expect(count(page, t, 2)).toBeVisible();
    });
  });
}

test("a change made elsewhere is not overwritten unseen", async ({
  page,
  context,
  server,
  t,
  catalogue,
  watch,
}) => {
  watch.expect(409, /^\/api\/documents\//);
  const id = await catalogue.run("facebook-post", POST);
  await page.goto(`/app/archive/${id}`);
  await button(page, t("documents.page.edit")).click();
  await field(page, t("documents.editor.text")).fill("Mine");
  const elsewhere = await context.request.patch(`${server.url}/api/documents/${id}`, {
    headers: await csrfHeaders(context, server.url),
    data: { title: "From elsewhere" },
  });
  expect(elsewhere.status()).toBe(200);

  await button(page, t("documents.editor.save")).click();
  const alert = page.getByRole("alert").filter({ hasText: t("documents.editor.conflictTitle") });
  await expect(alert).toBeVisible();
  await expect(field(page, t("documents.editor.text"))).toHaveValue("Mine");
  await button(alert, t("documents.editor.conflictTake")).click();
  await expect(alert).toBeHidden();
  await button(page, t("documents.editor.save")).click();
  await expect(page.getByRole("article")).toHaveText("Mine");
});

test("many documents come in pages, and the address knows the page", async ({ page, t, catalogue }) => {
  await Promise.all(
    Array.from({ length: 23 }, (_, number) =>
      catalogue.run("facebook-post", { topic: `Post number ${number + 1}`, language: "en" }),
    ),
  );
  await page.goto("/app/archive");
  await expect(rows(page)).toHaveCount(20);
  await button(page, t("shell.paging.page", { page: 2 })).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);
});

test("the list is narrowed to one tool", async ({ page, t, catalogue }) => {
  const { name } = await catalogue.tool("facebook-post");
  await catalogue.run("facebook-post", POST);
  const tool = await catalogue.tool("seo-metatags");
  await catalogue.run("seo-metatags", tool.example);
  await page.goto("/app/archive");
  await expect(count(page, t, 2)).toBeVisible();
  await page.getByRole("combobox", { name: t("documents.archive.tool") }).click();
  await page.getByRole("option", { name }).click();
  await expect(count(page, t, 1)).toBeVisible();
  await expect(page).toHaveURL(/tool=facebook-post/);
});

test("a document that does not exist, or is another's, is not shown", async ({ page, t, watch }) => {
  watch.expect(404, /^\/api\/documents\//);
  await page.goto("/app/archive/00000000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: t("documents.page.goneTitle") })).toBeVisible();
});
