import { readFile } from "node:fs/promises";
import { addClients } from "../src/history.ts";
import { asUser, expect, IN_ENGLISH, IN_POLISH, inEach, keysReady, type Page } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** A column of the board. */
const column = ({ ui, state }: { ui: Ui; state: string }) => ui.region(`tasks.state.${state}`);

const focused = (page: Page) => page.locator(":focus");

inEach(IN_POLISH, () => {
  asUser("a task is added, done, found again and deleted", async ({ page, api, t, stage, ui, watch }) => {
    await addClients(stage, 1);
    await ui.open("dashboard");
    await ui.menu("layout.menu.tasks").click();
    await expect(page).toHaveURL(ui.path("tasks"));
    await ui.button("tasks.list.add").first().click();
    const form = ui.in(ui.dialog("tasks.form.addTitle"));
    watch.expect(422, /^\/api\/tasks$/);
    await form.button("tasks.form.add").click();
    await expect(form.field("tasks.form.title")).toHaveAttribute("aria-invalid", "true");
    await form.field("tasks.form.title").fill("Skróć tytuł");
    await form.field("tasks.form.note").fill("Ma **74 znaki**.");
    await page.getByLabel(t("tasks.form.due")).last().fill("2020-01-31");
    await form.button("tasks.form.add").click();
    await expect(ui.rows()).toHaveCount(1);
    await expect(ui.rows()).toContainText("31 sty 2020");

    // Done: it leaves the list of unfinished tasks.
    await ui.rows().getByRole("button").click();
    await ui.menuItem("tasks.state.move.done").click();
    await expect(ui.heading("tasks.empty.title")).toBeVisible();
    await ui.open("tasks", {}, "?state=done");
    await page.getByRole("link", { name: "Skróć tytuł" }).click();
    await expect(ui.title()).toHaveText("Skróć tytuł");
    await expect(page.locator("strong", { hasText: "74 znaki" })).toBeVisible();

    // Properties are saved at once, and the history says who changed them.
    await ui.combobox("tasks.form.owner").click();
    await page.getByRole("option", { name: t("tasks.owners.you"), exact: true }).click();
    const { name } = await api.get("/api/user");
    const change = { field: t("tasks.form.owner"), old: t("tasks.history.none"), next: name };
    await expect(ui.text("tasks.history.field", change)).toBeVisible();
    await expect(ui.text("tasks.history.created")).toBeVisible();
    await page.getByLabel(t("tasks.form.due")).fill("");
    // The page reads the history again after the change. A deleted task has none.
    const reread = page.waitForResponse((answer) => /\/changes(\?|$)/.test(answer.url()));
    await ui.title().click();
    await reread;
    expect((await api.get("/api/tasks")).data[0].due).toBeNull();

    // The page may read the task once more when it hears that it was deleted.
    watch.expect(404, /^\/api\/tasks\/[^/]+(\/changes)?$/);
    await ui.button("tasks.page.delete").click();
    await ui.in(ui.dialog("tasks.delete.title")).button("tasks.delete.go").click();
    await expect(ui.heading("tasks.empty.title")).toBeVisible();
    expect((await api.get("/api/tasks")).total).toBe(0);
  });
});

inEach(IN_ENGLISH, () => {
  asUser("cards are moved by mouse, keyboard and menu", async ({ page, api, stage, ui }) => {
    await addClients(stage, 1);
    for (const title of ["Bread", "Rolls", "Cake"]) await api.post("/api/tasks", { title });
    await ui.open("tasks", {}, "?view=board");
    const cards = (state: string) => column({ ui, state }).getByRole("listitem");
    await expect(cards("open")).toHaveCount(3);

    await cards("open")
      .filter({ hasText: "Bread" })
      .dragTo(column({ ui, state: "doing" }));
    await expect(cards("doing")).toHaveText([/Bread/]);

    await page.getByRole("link", { name: "Rolls" }).focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(cards("doing").filter({ hasText: "Rolls" })).toBeVisible();
    await expect(focused(page)).toHaveText("Rolls");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(cards("done")).toHaveText([/Rolls/]);
    await expect(focused(page)).toHaveText("Rolls");
    await page.keyboard.press("ArrowLeft");
    await expect(focused(page)).toHaveText("Bread");

    await cards("open").getByRole("button").click();
    await ui.menuItem("tasks.state.move.doing").click();
    await expect(cards("doing")).toHaveCount(2);
    await expect.poll(async () => (await api.get("/api/tasks?state=doing")).total).toBe(2);
  });

  asUser("filters narrow the list, and the export has what is shown", async ({ page, api, stage, t, ui }) => {
    const [first, second] = await addClients(stage, 2);
    const { id: owner_id } = await api.get("/api/user");
    await api.post("/api/tasks", { title: "Bread", project_id: first, owner_id });
    await api.post("/api/tasks", { title: "Rolls", project_id: first });
    await api.post("/api/tasks", { title: "Shoes", project_id: second });
    await ui.open("tasks", {}, "?project=all");
    await expect(ui.rows()).toHaveCount(3);
    await keysReady(page);
    await page.keyboard.press("/");
    await expect(ui.searchbox("tasks.filter.search")).toBeFocused();
    await page.keyboard.type("ro");
    await expect(ui.rows()).toHaveText([/Rolls/]);
    await ui.searchbox("tasks.filter.search").fill("");
    await expect(ui.rows()).toHaveCount(3);
    await ui.combobox("tasks.filter.owner").click();
    await page.getByRole("option", { name: t("tasks.owners.me") }).click();
    await expect(ui.rows()).toHaveText([/Bread/]);

    await ui.button("tasks.export.title").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      ui.menuItem("tasks.export.csv").click(),
    ]);
    const table = await readFile(await download.path(), "utf8");
    expect(table).toContain('"Bread"');
    expect(table).not.toContain("Rolls");
  });

  asUser("a webhook is added, tested and deleted", async ({ page, api, ui, t, watch }) => {
    const url = "https://hooks.example.com/sitewright";
    await ui.open("settingsWebhooks");
    await ui.button("webhooks.list.add").click();
    const form = ui.in(ui.dialog("webhooks.list.add"));
    await form.field("webhooks.add.url").fill("http://example.com/");
    watch.expect(422, /^\/api\/webhooks$/);
    await form.button("webhooks.add.go").click();
    await expect(form.field("webhooks.add.url")).toHaveAttribute("aria-invalid", "true");
    await form.field("webhooks.add.url").fill(url);
    await form.button("webhooks.add.go").click();
    await expect(ui.field("webhooks.add.secret")).toHaveValue(/^whsec_/);
    await ui.button("webhooks.add.done").click();

    await ui.button("webhooks.edit.goOf", { url }).click();
    const edit = ui.in(ui.dialog("webhooks.edit.title"));
    await edit.checkbox("webhooks.event.deleted").uncheck();
    await edit.button("webhooks.edit.save").click();
    await expect(ui.dialog("webhooks.edit.title")).toBeHidden();
    const [{ events }] = (await api.get("/api/webhooks")).data;
    expect(events).toContain("task.created");
    expect(events).not.toContain("task.deleted");

    await ui.button("webhooks.log.goOf", { url }).click();
    await expect(ui.text("webhooks.log.none")).toBeVisible();
    await page.keyboard.press("Escape");
    await ui.button("webhooks.delete.goOf", { url }).click();
    await ui.in(ui.dialog("webhooks.delete.title")).button("webhooks.delete.sure").click();
    await expect(ui.text("webhooks.list.none")).toBeVisible();
    await expect(page.getByText(t("webhooks.delete.done"))).toBeVisible();
  });
});
