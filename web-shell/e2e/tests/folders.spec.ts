import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { openLive } from "../src/live.ts";
import { csrfHeaders } from "../src/person.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Texts } from "../src/texts.ts";
import { unzip } from "../src/zip.ts";

test.beforeEach(async ({ person }) => {
  expect(person.email).toBeTruthy();
});

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const places = (page: Page, t: Texts) => page.getByRole("navigation", { name: t("documents.place.title") });
const archivePath = (language: string) => (language === "pl" ? "/app/archiwum" : "/app/archive");

async function act(page: Page, t: Texts, title: string, action: string) {
  await button(page, t("documents.row.menu", { name: title })).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

async function makeFolder(page: Page, t: Texts, name: string) {
  await button(page, t("documents.folder.new")).click();
  const dialog = page.getByRole("dialog", { name: t("documents.folder.new") });
  await field(dialog, t("documents.folder.name")).fill(name);
  await button(dialog, t("documents.folder.make")).click();
  await expect(dialog).toBeHidden();
}

async function chooseIn(dialog: ReturnType<Page["getByRole"]>, page: Page, label: string, option: string) {
  await dialog.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

for (const language of IN_POLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("documents are put into a folder, found, thrown away, taken back and exported", async ({
      page,
      t,
      catalogue,
    }) => {
      const ids = [
        await catalogue.run("facebook-post", { topic: "Wycieczka po Łodzi", language: "pl" }),
        await catalogue.run("facebook-post", { topic: "Łódź wieczorem", language: "pl" }),
        await catalogue.run("facebook-post", { topic: "Kraków rano", language: "pl" }),
      ];
      await page.goto(archivePath(language));
      await expect(rows(page)).toHaveCount(ids.length);
      const titleOf = async (part: string) =>
        (await rows(page).filter({ hasText: part }).getByRole("link").textContent())?.trim() ?? "";
      const [trip, evening] = [await titleOf("Wycieczka"), await titleOf("wieczorem")];

      // The folder is opened as soon as it is made; it is empty.
      await makeFolder(page, t, "Łódzkie posty");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Łódzkie posty");
      await expect(page.getByRole("heading", { name: t("documents.folderEmpty.title") })).toBeVisible();

      await places(page, t)
        .getByRole("link", { name: t("documents.place.all") })
        .click();
      for (const title of [trip, evening])
        await page.getByRole("checkbox", { name: t("documents.choose.one", { name: title }) }).check();
      await expect(page.getByText(t("documents.choose.count", { count: 2 }))).toBeVisible();
      await button(page, t("documents.folder.move")).click();
      const moving = page.getByRole("dialog", { name: t("documents.folder.moveTitle", { count: 2 }) });
      await chooseIn(moving, page, t("documents.folder.where"), "Łódzkie posty");
      await button(moving, t("documents.folder.move")).click();
      await expect(page.getByText(t("documents.folder.moved", { count: 2 }))).toBeVisible();
      await places(page, t).getByRole("link", { name: "Łódzkie posty" }).click();
      await expect(rows(page)).toHaveCount(2);

      // Without Polish letters and with another ending; what was found is marked.
      await page.getByRole("searchbox", { name: t("documents.archive.search") }).fill("lodz");
      await expect(page).toHaveURL(/q=lodz/);
      await expect(rows(page)).toHaveCount(2);
      await expect(
        rows(page)
          .locator("mark", { hasText: /^Łodzi$/ })
          .first(),
      ).toBeVisible();
      await expect(
        rows(page)
          .locator("mark", { hasText: /^Łódź$/ })
          .first(),
      ).toBeVisible();
      await page.getByRole("searchbox", { name: t("documents.archive.search") }).fill("wieczor");
      await expect(rows(page)).toHaveCount(1);
      await page.reload();
      await expect(rows(page)).toHaveCount(1);

      await act(page, t, evening, t("documents.trash.move"));
      await expect(page.getByText(t("documents.trash.moved", { count: 1 }))).toBeVisible();
      await expect(page.getByRole("heading", { name: t("documents.none.title") })).toBeVisible();
      await places(page, t)
        .getByRole("link", { name: t("documents.place.trash") })
        .click();
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page).getByRole("link")).toHaveCount(0);
      await act(page, t, evening, t("documents.trash.restore"));
      await expect(page.getByText(t("documents.trash.restored", { count: 1 }))).toBeVisible();
      await expect(page.getByRole("heading", { name: t("documents.trashEmpty.title") })).toBeVisible();

      await places(page, t).getByRole("link", { name: "Łódzkie posty" }).click();
      await expect(rows(page)).toHaveCount(2);
      await button(page, t("documents.export.all")).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Markdown" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(t("documents.export.file"));
      const files = unzip(readFileSync(await file.path()));
      expect([...files.keys()].every((name) => name.startsWith("Łódzkie posty/"))).toBe(true);
      expect([...files.values()].map(String).join("\n")).toContain("Łódź wieczorem");
      expect(files.size).toBe(2);
    });

    test("a folder is renamed, and deleted with what is in it", async ({
      page,
      context,
      server,
      t,
      catalogue,
      watch,
    }) => {
      watch.expect(422, /^\/api\/folders/);
      const id = await catalogue.run("facebook-post", { topic: "Chleb", language: "pl" });
      await page.goto(archivePath(language));
      await makeFolder(page, t, "Blog");
      await makeFolder(page, t, "Świeże");
      await button(page, t("documents.folder.menu")).click();
      await page.getByRole("menuitem", { name: t("documents.folder.edit") }).click();
      const editing = page.getByRole("dialog", { name: t("documents.folder.edit") });
      await field(editing, t("documents.folder.name")).fill("BLOG");
      await button(editing, t("documents.folder.save")).click();
      await expect(field(editing, t("documents.folder.name"))).toHaveAttribute("aria-invalid", "true");
      await chooseIn(editing, page, t("documents.folder.inside"), "Blog");
      await button(editing, t("documents.folder.save")).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("BLOG");
      await expect(button(page, t("documents.folder.menu"))).toBeFocused();

      const folder = new URL(page.url()).searchParams.get("folder");
      await context.request.post(`${server.url}/api/documents/move`, {
        headers: await csrfHeaders(context, server.url),
        data: { ids: [id], folder_id: folder },
      });
      await page.reload();
      await expect(rows(page)).toHaveCount(1);
      await button(page, t("documents.folder.menu")).click();
      await page.getByRole("menuitem", { name: t("documents.folder.delete") }).click();
      const asking = page.getByRole("dialog", { name: t("documents.folder.deleteTitle", { name: "BLOG" }) });
      await asking.getByRole("radio", { name: t("documents.folder.trash") }).check();
      await button(asking, t("documents.folder.delete")).click();
      // The folder around it is opened.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog");
      await expect(button(page, t("documents.folder.menu"))).toBeFocused();
      // With the last one the menu goes, too.
      await button(page, t("documents.folder.menu")).click();
      await page.getByRole("menuitem", { name: t("documents.folder.delete") }).click();
      const last = page.getByRole("dialog", { name: t("documents.folder.deleteTitle", { name: "Blog" }) });
      await button(last, t("documents.folder.delete")).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Blog");
      await expect(page.locator("#content")).toBeFocused();
      await places(page, t)
        .getByRole("link", { name: t("documents.place.trash") })
        .click();
      await expect(rows(page)).toHaveCount(1);
      await button(page, t("documents.trash.empty")).click();
      const sure = page.getByRole("dialog", { name: t("documents.ask.deleteTitle", { count: 1 }) });
      await expect(button(sure, t("documents.ask.keep"))).toBeFocused();
      await button(sure, t("documents.trash.empty")).click();
      await expect(page.getByRole("heading", { name: t("documents.trashEmpty.title") })).toBeVisible();
    });
  });
}

test("everything can be done with the keyboard", async ({ page, t, catalogue }) => {
  await catalogue.run("facebook-post", { topic: "Bread", language: "en" });
  await page.goto("/app/archive");
  const box = page.getByRole("checkbox", { name: t("documents.choose.all") });
  await box.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(t("documents.choose.count", { count: 1 }))).toBeVisible();
  await button(page, t("documents.trash.move")).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: t("documents.empty.title") })).toBeVisible();
  await button(page, t("shell.action.undo")).focus();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  const menu = rows(page).getByRole("button");
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: t("documents.row.mark") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).getByText(t("documents.row.favourite"))).toBeAttached();
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  for (const _ of ["folder", "history"]) await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: t("documents.history.title") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: t("documents.history.title") })).toBeVisible();
});

test("what one tab does with many documents the other shows", async ({ page, context, t, catalogue }) => {
  const id = await catalogue.run("facebook-post", { topic: "Bread", language: "en" });
  const other = await context.newPage();
  await other.goto("/app/archive");
  await expect(rows(other)).toHaveCount(1);
  await openLive(page, "/app/archive");
  await makeFolder(other, t, "Made elsewhere");
  await expect(places(page, t).getByRole("link", { name: "Made elsewhere" })).toBeVisible();
  await places(other, t)
    .getByRole("link", { name: t("documents.place.all") })
    .click();
  await other.getByRole("checkbox", { name: t("documents.choose.all") }).check();
  await button(other, t("documents.trash.move")).click();
  await expect(page.getByRole("heading", { name: t("documents.empty.title") })).toBeVisible();
  expect(id).toBeTruthy();
});
