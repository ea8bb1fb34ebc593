import { readFileSync } from "node:fs";
import { openLive } from "../src/live.ts";
import { asUser, button, expect, field, IN_POLISH, inEach, type Page, type Texts } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";
import { unzip } from "../src/zip.ts";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const places = (page: Page, t: Texts) => page.getByRole("navigation", { name: t("documents.place.title") });
const place = (page: Page, t: Texts, name: string) =>
  places(page, t).getByRole("link", { name: t(`documents.place.${name}`) });

async function act({ button, page }: Ui, title: string, action: string) {
  await button("documents.row.menu", { name: title }).click();
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

inEach(IN_POLISH, () => {
  asUser(
    "documents are moved into a folder, found, deleted, restored and exported",
    async ({ page, t, catalogue, ui }) => {
      const ids = [
        await catalogue.run("facebook-post", { topic: "Wycieczka po Łodzi", language: "pl" }),
        await catalogue.run("facebook-post", { topic: "Łódź wieczorem", language: "pl" }),
        await catalogue.run("facebook-post", { topic: "Kraków rano", language: "pl" }),
      ];
      await ui.open("archive");
      await expect(ui.rows()).toHaveCount(ids.length);
      const titleOf = async (part: string) =>
        (await ui.rows().filter({ hasText: part }).getByRole("link").textContent())?.trim() ?? "";
      const [trip, evening] = [await titleOf("Wycieczka"), await titleOf("wieczorem")];

      // The folder is opened once it is created; it is empty.
      await makeFolder(page, t, "Łódzkie posty");
      await expect(ui.title()).toHaveText("Łódzkie posty");
      await expect(ui.heading("documents.folderEmpty.title")).toBeVisible();

      await place(page, t, "all").click();
      for (const title of [trip, evening]) await ui.checkbox("documents.choose.one", { name: title }).check();
      await expect(ui.text("documents.choose.count", { count: 2 })).toBeVisible();
      await ui.button("documents.folder.move").click();
      const moving = ui.dialog("documents.folder.moveTitle", { count: 2 });
      await chooseIn(moving, page, t("documents.folder.where"), "Łódzkie posty");
      await button(moving, t("documents.folder.move")).click();
      await expect(ui.text("documents.folder.moved", { count: 2 })).toBeVisible();
      await places(page, t).getByRole("link", { name: "Łódzkie posty" }).click();
      await expect(ui.rows()).toHaveCount(2);

      // Without Polish letters and with another ending; the match is marked.
      await ui.searchbox("documents.archive.search").fill("lodz");
      await expect(page).toHaveURL(/q=lodz/);
      await expect(ui.rows()).toHaveCount(2);
      for (const match of [/^Łodzi$/, /^Łódź$/])
        await expect(ui.rows().locator("mark", { hasText: match }).first()).toBeVisible();
      await ui.searchbox("documents.archive.search").fill("wieczor");
      await expect(ui.rows()).toHaveCount(1);
      await page.reload();
      await expect(ui.rows()).toHaveCount(1);

      await act(ui, evening, t("documents.trash.move"));
      await expect(ui.text("documents.trash.moved", { count: 1 })).toBeVisible();
      await expect(ui.heading("documents.none.title")).toBeVisible();
      await place(page, t, "trash").click();
      await expect(ui.rows()).toHaveCount(1);
      await expect(ui.rows().getByRole("link")).toHaveCount(0);
      await expect(ui.rows()).toContainText(t("documents.trash.left", { count: 30 }));
      await ui.rows().locator(".document-link").click();
      await expect(page.getByRole("dialog")).toContainText(t("documents.trash.beginning"));
      await page.keyboard.press("Escape");
      await act(ui, evening, t("documents.trash.restore"));
      await expect(ui.text("documents.trash.restored", { count: 1 })).toBeVisible();
      await expect(ui.heading("documents.trashEmpty.title")).toBeVisible();

      await places(page, t).getByRole("link", { name: "Łódzkie posty" }).click();
      await expect(ui.rows()).toHaveCount(2);
      await ui.button("documents.export.all").click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "Markdown" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(t("documents.export.file"));
      const files = unzip(readFileSync(await file.path()));
      expect([...files.keys()].every((name) => name.startsWith("Łódzkie posty/"))).toBe(true);
      expect([...files.values()].map(String).join("\n")).toContain("Łódź wieczorem");
      expect(files.size).toBe(2);
    },
  );

  asUser(
    "a folder is renamed, and deleted with its content",
    async ({ page, t, catalogue, watch, ui, api }) => {
      watch.expect(422, /^\/api\/folders/);
      const id = await catalogue.run("facebook-post", { topic: "Chleb", language: "pl" });
      await ui.open("archive");
      await makeFolder(page, t, "Blog");
      await makeFolder(page, t, "Świeże");
      await ui.button("documents.folder.menu").click();
      await ui.menuItem("documents.folder.edit").click();
      const editing = ui.dialog("documents.folder.edit");
      await field(editing, t("documents.folder.name")).fill("BLOG");
      await button(editing, t("documents.folder.save")).click();
      await expect(field(editing, t("documents.folder.name"))).toHaveAttribute("aria-invalid", "true");
      await chooseIn(editing, page, t("documents.folder.inside"), "Blog");
      await button(editing, t("documents.folder.save")).click();
      await expect(ui.title()).toHaveText("BLOG");
      await expect(ui.button("documents.folder.menu")).toBeFocused();

      const folder = new URL(page.url()).searchParams.get("folder");
      await api.post("/api/documents/move", { ids: [id], folder_id: folder });
      await page.reload();
      await expect(ui.rows()).toHaveCount(1);
      await ui.button("documents.folder.menu").click();
      await ui.menuItem("documents.folder.delete").click();
      const asking = ui.dialog("documents.folder.deleteTitle", { name: "BLOG" });
      await asking.getByRole("radio", { name: t("documents.folder.trash") }).check();
      await button(asking, t("documents.folder.delete")).click();
      // The parent folder is opened.
      await expect(ui.title()).toHaveText("Blog");
      await expect(ui.button("documents.folder.menu")).toBeFocused();
      // After the last folder the menu disappears, too.
      await ui.button("documents.folder.menu").click();
      await ui.menuItem("documents.folder.delete").click();
      const last = ui.dialog("documents.folder.deleteTitle", { name: "Blog" });
      await button(last, t("documents.folder.delete")).click();
      await expect(ui.title()).not.toHaveText("Blog");
      await expect(page.locator("#content")).toBeFocused();
      await place(page, t, "trash").click();
      await expect(ui.rows()).toHaveCount(1);
      await ui.button("documents.trash.empty").click();
      const sure = ui.dialog("documents.ask.deleteTitle", { count: 1 });
      await expect(button(sure, t("documents.ask.keep"))).toBeFocused();
      await button(sure, t("documents.trash.empty")).click();
      await expect(ui.heading("documents.trashEmpty.title")).toBeVisible();
    },
  );
});

asUser("everything can be done with the keyboard", async ({ page, t, catalogue, ui }) => {
  await catalogue.run("facebook-post", { topic: "Bread", language: "en" });
  await page.goto("/app/archive");
  const box = ui.checkbox("documents.choose.all");
  await box.focus();
  await page.keyboard.press("Space");
  await expect(ui.text("documents.choose.count", { count: 1 })).toBeVisible();
  await ui.button("documents.trash.move").focus();
  await page.keyboard.press("Enter");
  await expect(ui.heading("documents.empty.title")).toBeVisible();
  await ui.button("shell.action.undo").focus();
  await page.keyboard.press("Enter");
  await expect(ui.rows()).toHaveCount(1);
  const menu = ui.rows().getByRole("button");
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(ui.menuItem("documents.row.mark")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ui.rows().getByText(t("documents.row.favourite"))).toBeAttached();
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  for (const _ of ["folder", "history"]) await page.keyboard.press("ArrowDown");
  await expect(ui.menuItem("documents.history.title")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ui.heading("documents.history.title")).toBeVisible();
});

asUser("changes to documents in one tab appear in the other", async ({ page, context, t, catalogue, ui }) => {
  const id = await catalogue.run("facebook-post", { topic: "Bread", language: "en" });
  const other = await context.newPage();
  await other.goto("/app/archive");
  await expect(rows(other)).toHaveCount(1);
  await openLive(page, "/app/archive");
  await makeFolder(other, t, "Made elsewhere");
  await expect(places(page, t).getByRole("link", { name: "Made elsewhere" })).toBeVisible();
  await place(other, t, "all").click();
  await other.getByRole("checkbox", { name: t("documents.choose.all") }).check();
  await button(other, t("documents.trash.move")).click();
  await expect(ui.heading("documents.empty.title")).toBeVisible();
  expect(id).toBeTruthy();
});
