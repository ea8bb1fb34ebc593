import { addClients, addHistory } from "../src/history.ts";
import { delay, MOST_SHIFT, shift } from "../src/shift.ts";
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
    await ui.button("documents.editor.source").click();
    await ui.field("documents.editor.text").fill("# Ser\n\nZ **Podlasia**.");
    await ui.button("documents.editor.save").click();
    await expect(ui.title()).toHaveText("Ser na śniadanie");
    await expect(page.getByRole("article").locator("strong")).toHaveText("Podlasia");
    await page.reload();
    await expect(ui.title()).toHaveText("Ser na śniadanie");
    await expect(page).toHaveTitle(/Ser na śniadanie/);
  });

  asUser("deleting can be undone", async ({ page, catalogue, ui, watch }) => {
    await catalogue.run("facebook-post", { ...POST, topic: "To stay" });
    const id = await catalogue.run("facebook-post", POST);
    const archive = ui.path("archive");
    await page.goto(`${archive}/${id}`);
    // The page may read the document once more when it hears that it was deleted.
    watch.expect(404, /^\/api\/documents\/[^/]+$/);
    await ui.more("documents.page.delete");
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

/** The answers of the archive, in an order that is not that of the page. */
const LATE = [
  ["**/api/documents?**", 900],
  ["**/api/folders", 1_200],
  ["**/api/project/getUserProjects", 600],
  ["**/api/tools?**", 1_500],
] as const;

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  asUser(`nothing moves while an archive of ${width} px loads`, async ({ page, ui, stage }) => {
    const numbers = await addClients(stage, 2);
    for (const project of numbers) await addHistory(stage, { project, days: 9 });
    await page.setViewportSize({ width, height });
    await delay(page, LATE);
    await page.goto("/app/archive");
    // Before the first answer.
    await expect(ui.searchbox("documents.archive.search")).toBeVisible();
    await expect(ui.combobox("documents.archive.project")).toBeVisible();
    await expect(page.getByRole("main").locator(".document-row").nth(3)).toBeVisible();
    await expect(ui.combobox("documents.archive.tool")).toBeVisible();
    await page.waitForResponse("**/api/tools?**");
    expect(await shift(page)).toBeLessThanOrEqual(MOST_SHIFT);
    await page.unrouteAll({ behavior: "wait" });
  });
}

asUser(
  "rows name their projects if several are shown, and titles say what texts are about",
  async ({ page, ui, stage, catalogue }) => {
    const [bakery = 0] = await addClients(stage, 2);
    await addHistory(stage, { project: bakery, days: 1, perDay: 1 });
    await catalogue.run("facebook-post", POST);
    await page.goto("/app/archive?project=all");
    const rows = page.getByRole("main").locator(".document-row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("piekarnia-pod-lipa.pl");
    await expect(rows.filter({ hasText: "ser" }).getByRole("link")).toHaveText("Żółty ser z Podlasia");
    await ui.combobox("documents.archive.project").click();
    await page.getByRole("option", { name: "piekarnia-pod-lipa.pl" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).not.toContainText("piekarnia-pod-lipa.pl");
  },
);

asUser("an archive asks for its documents once, before the program is loaded", async ({ page, ui }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/documents\?/.test(request.url())) asked.push(new URL(request.url()).search);
  });
  await page.goto("/app/archive");
  await expect(ui.heading("documents.empty.title")).toBeVisible();
  expect(asked).toHaveLength(1);
  // A filter is another question, which no page knows before.
  asked.length = 0;
  await page.goto("/app/archive?folder=favourites");
  await expect(ui.heading("documents.noFavourites.title")).toBeVisible();
  expect(asked).toEqual([expect.stringContaining("favourite=true")]);
});

asUser("the archive shows the selected project until its filter is removed", async ({ page, ui, stage }) => {
  const [bakery = 0, shoes = 0] = await addClients(stage, 2);
  await addHistory(stage, { project: bakery, days: 2, perDay: 1 });
  await addHistory(stage, { project: shoes, days: 3, perDay: 1 });
  await stage.api.post("/api/project/saveSelectedProject", { selectedProject: bakery });
  await page.goto("/app/archive");
  const project = ui.combobox("documents.archive.project");
  await expect(project).toHaveValue("piekarnia-pod-lipa.pl");
  await expect(count(ui, 2)).toBeVisible();
  // The places count the documents of the project, and keep its filter.
  const places = page.getByRole("navigation", { name: ui.t("documents.place.title") });
  const unfiled = places.getByRole("link", { name: ui.t("documents.place.unfiled") });
  await expect(unfiled).toContainText("2");
  await ui.button("documents.archive.allProjects").click();
  await expect(count(ui, 5)).toBeVisible();
  await expect(unfiled).toContainText("5");
  await unfiled.click();
  await expect(page).toHaveURL(/folder=none&project=all/);
  await expect(count(ui, 5)).toBeVisible();
});

asUser("arrows move in the list, the space bar selects, and Enter opens", async ({ page, catalogue, ui }) => {
  for (const topic of ["First", "Second", "Third"])
    await catalogue.run("facebook-post", { topic, language: "en" });
  await page.goto("/app/archive");
  const links = ui.rows().getByRole("link");
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(ui.rows().nth(1).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("End");
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(ui.title()).toHaveText("Second");
});

asUser("a selection is extended from the page to all that match", async ({ page, stage, ui, t }) => {
  const [bakery = 0] = await addClients(stage, 1);
  await addHistory(stage, { project: bakery, days: 41, perDay: 3 });
  await page.goto("/app/archive");
  await ui.checkbox("documents.choose.all").check();
  await ui.button("documents.choose.matching", { count: 123, shown: 123 }).click();
  await expect(ui.text("documents.choose.count", { count: 123, shown: 123 })).toBeVisible();
  await ui.button("documents.trash.move").click();
  await expect(ui.heading("documents.empty.title")).toBeVisible();
  await expect(page.getByText(t("documents.trash.moved", { count: 123 }))).toBeVisible();
});

asUser(
  "compact rows are kept for the browser, and documents are grouped by time",
  async ({ page, stage, ui }) => {
    const [bakery = 0] = await addClients(stage, 1);
    await addHistory(stage, { project: bakery, days: 70, perDay: 1 });
    await page.goto("/app/archive?page=3");
    const row = page.getByRole("main").locator(".document-row").first();
    const height = async () => (await row.boundingBox())?.height ?? 0;
    await expect(row).toBeVisible();
    const before = await height();
    await ui.button("documents.archive.compact").click();
    await expect.poll(height).toBeLessThan(before);
    await page.reload();
    await expect(ui.button("documents.archive.compact")).toHaveAttribute("aria-pressed", "true");
    const at = Date.now() - 45 * 24 * 60 * 60 * 1000;
    const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" }).format(at);
    await expect(page.getByRole("heading", { level: 2, name: month })).toBeVisible();
  },
);

inEach(IN_POLISH, () => {
  asUser("a folder says which of its documents are in other projects", async ({ page, ui, stage }) => {
    const [bakery = 0, shoes = 0] = await addClients(stage, 2);
    await addHistory(stage, { project: shoes, days: 2, perDay: 1 });
    await stage.api.post("/api/project/saveSelectedProject", { selectedProject: bakery });
    const { id } = await stage.api.post("/api/folders", { name: "Autumn", parent_id: null });
    const { data } = await stage.api.get("/api/documents");
    const ids = data.map((document: { id: string }) => document.id);
    await stage.api.post("/api/documents/move", { ids, folder_id: id });
    await page.goto(`${ui.path("archive")}?folder=${id}`);
    await expect(ui.heading("documents.elsewhere.title", { count: 2, shown: 2 })).toBeVisible();
    await ui.in(page.getByRole("main")).link("documents.archive.allProjects").click();
    await expect(count(ui, 2)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`folder=${id}`));
  });
});
