import { readFile } from "node:fs/promises";
import { titleOf } from "../src/catalogue.ts";
import { focusInside } from "../src/shell.ts";
import { asUser, expect, IN_ENGLISH, inEach, type Locator, type Page, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const ANSWER = "Warm sourdough rolls wait for you from seven. Which one is yours? #rolls #bakery #breakfast";

const state = (page: Page, name: string) => page.getByRole("status").getByText(name, { exact: true });

async function downloaded(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path(), "utf8");
}

const tableOf = (topics: string[]) => ["topic,variants", ...topics.map((topic) => `${topic},1`)].join("\n");

/** Uploads a table of topics and starts it. */
async function start(ui: Ui, topics: string[]) {
  await ui.page.goto("/app/bulk/new?tool=facebook-post");
  await ui.choose("topics.csv", tableOf(topics));
  await ui.button("bulk.action.start", { count: topics.length }).click();
  await expect(ui.page.getByRole("heading", { level: 1, name: "topics.csv" })).toBeVisible();
}

inEach(IN_ENGLISH, (language) => {
  asUser("from a tool's page to a table of texts", async ({ page, t, catalogue, ui }) => {
    const tool = await catalogue.tool("facebook-post");
    await ui.open("tool", { tool: "facebook-post" });
    await ui.in(page.getByRole("main")).link("tools.page.many").click();
    await expect(page.getByRole("heading", { level: 1, name: t("bulk.new.title") })).toBeVisible();

    const template = await downloaded(page, ui.link("bulk.new.download"));
    expect(template).toContain(titleOf(tool, "topic"));

    const heading = [titleOf(tool, "topic"), "Notes", titleOf(tool, "variants")].join(";");
    await ui.choose("ceny.csv", `${heading}\r\nŻółty ser;=1+1;1\r\n;brak;1\r\nChleb żytni;;1\r\n`);
    await expect(ui.text("bulk.price.free")).toBeVisible();
    const at = t("bulk.problems.at", { row: 2, column: titleOf(tool, "topic") });
    await expect(page.getByTestId("row-problems").getByRole("listitem")).toContainText([at]);
    await expect(page.getByRole("combobox", { name: "Notes" })).toHaveValue(t("bulk.columns.leftOut"));

    await ui.button("bulk.action.start", { count: 2 }).click();
    await expect(state(page, t("bulk.status.done"))).toBeVisible();
    await expect(page).toHaveURL(language === "pl" ? /\/app\/hurtowo\/[\w-]+$/ : /\/app\/bulk\/[\w-]+$/);
    const table = await downloaded(page, ui.link("bulk.action.download"));
    const lines = table.split("\r\n");
    expect(lines[0]).toContain(`${heading.replace(/[^;]+/g, '"$&"')};`);
    expect(table).toContain(`"Żółty ser";"'=1+1";"1";`);
    expect(table).toContain(language === "pl" ? "/app/archiwum/" : "/app/archive/");

    await ui.link("bulk.rows.openRow", { number: 1 }).click();
    await expect(page.getByRole("article")).toBeVisible();
  });

  asUser("a refused table shows its errors, and the next one is accepted", async ({ page, t, watch, ui }) => {
    watch.expect(422, /\/bulk$/);
    await page.goto(`${ui.path("newBulk")}?tool=facebook-post`);
    // By keyboard only.
    const chooser = page.waitForEvent("filechooser");
    await ui.button("bulk.new.choose").focus();
    await page.keyboard.press("Enter");
    const buffer = Buffer.from('topic\nCoffee\n"Tea\n');
    await (await chooser).setFiles({ name: "tea.csv", mimeType: "text/csv", buffer });
    await expect(page.getByRole("alert").filter({ hasText: t("bulk.new.refused") })).toContainText("3");
    // Without a header, the columns can still be matched by hand.
    await ui.choose("names.csv", "Produkt\nKawa\n");
    await page.getByRole("combobox", { name: "Produkt" }).click();
    await page.getByRole("option").nth(1).click();
    await expect(ui.button("bulk.action.start", { count: 1 })).toBeEnabled();
  });

  asUser(
    "a required field without a column is reported once, at the columns",
    async ({ page, catalogue, t, ui }) => {
      const tool = await catalogue.tool("facebook-post");
      const topic = titleOf(tool, "topic");
      await page.goto(`${ui.path("newBulk")}?tool=facebook-post`);
      const rows = ["Kawa;1", "Herbata;1", "Woda;1"].join("\n");
      await ui.choose("names.csv", `Produkt;${titleOf(tool, "variants")}\n${rows}\n`);
      const missing = page
        .getByRole("alert")
        .filter({ hasText: t("bulk.columns.missing", { count: 1, fields: topic }) });
      await expect(missing).toBeVisible();
      await expect(ui.button("bulk.action.start", { count: 0 })).toBeDisabled();
      await expect(page.getByTestId("row-problems")).toHaveCount(0);
      await page.getByRole("combobox", { name: "Produkt" }).click();
      await page.getByRole("option", { name: topic, exact: true }).click();
      await expect(missing).toHaveCount(0);
      await expect(ui.button("bulk.action.start", { count: 3 })).toBeEnabled();
    },
  );
});

inEach(IN_ENGLISH, () => {
  asUser("columns are matched by meaning, and texts to fill in are found", async ({ page, t, ui }) => {
    await ui.open("newBulk", {}, "?tool=product-description");
    await ui.choose("shop.csv", "Nazwa;Opis;Cena\nKrzesło;dąb;99\nStół;buk;199\n");
    const name = page.getByRole("combobox", { name: "Nazwa" });
    await expect(name).not.toHaveValue(t("bulk.columns.leftOut"));
    await expect(page.getByText(t("bulk.columns.guessed"), { exact: true })).toHaveCount(2);
    await expect(ui.text("bulk.columns.sample", { values: "Krzesło · Stół" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Cena" })).toHaveValue(t("bulk.columns.leftOut"));
    // A wrong match is undone with one click, and made again with one.
    await ui.button("bulk.columns.notThisOne", { column: "Nazwa" }).click();
    await expect(name).toHaveValue(t("bulk.columns.leftOut"));
    await page.getByRole("alert").getByRole("button", { name: /Nazwa/ }).click();
    await expect(name).not.toHaveValue(t("bulk.columns.leftOut"));
    await ui.button("bulk.action.start", { count: 2 }).click();

    await expect(state(page, t("bulk.status.done"))).toBeVisible();
    await expect(ui.text("bulk.gaps.done", { count: 2, texts: t.number(2) })).toBeVisible();
    await ui.button("bulk.gaps.show").click();
    await expect(page).toHaveURL(/status=gaps/);
    await expect(ui.heading("bulk.rows.title")).toBeFocused();
    await expect(ui.heading("bulk.rows.title")).toBeInViewport();
    const gaps = t("bulk.count.gaps", { count: 2 });
    await expect(page.getByTestId("counts")).toHaveText(
      `${t("bulk.count.total", { count: 2 })} · ${t("bulk.count.succeeded", { count: 2 })}, ${gaps}`,
    );
    await expect(page.locator(".bulk-item")).toHaveCount(2);
    await expect(page.locator(".bulk-item").first()).toContainText(/to fill in|do uzupełnienia/);

    // A cell of the strip leads to its row.
    const strip = page.getByRole("slider", { name: t("bulk.strip.label") });
    await strip.focus();
    await page.keyboard.press("End");
    await expect(strip).toHaveAttribute(
      "aria-valuetext",
      t("bulk.strip.row", { first: "2", state: t("bulk.gaps.filter") }),
    );
    await page.keyboard.press("Enter");
    await expect(page.locator(".bulk-item").nth(1)).toBeFocused();
    await expect(page).not.toHaveURL(/status=/);
  });
});

test.describe("with a model", () => {
  test.use({ setup: "connected" });

  asUser("the price is shown first, and a job is paused and resumed", async ({ page, t, model, ui }) => {
    const topics = ["one", "two", "three", "four", "five", "six"];
    await page.goto("/app/bulk/new?tool=facebook-post");
    await ui.choose("topics.csv", tableOf(topics));
    // Each row orders one variant of three.
    const words = 150 * topics.length;
    await expect(ui.text("bulk.price.expected", { count: words, words: t.number(words) })).toBeVisible();
    expect(model.calls).toHaveLength(0);
    await ui.button("bulk.action.start", { count: topics.length }).click();
    await expect.poll(() => model.calls.length).toBe(4);
    await expect(ui.rows().getByText(t("bulk.row.running"), { exact: true })).toHaveCount(4);
    await expect(page.getByTestId("counts")).toContainText(t("bulk.count.running", { count: 4 }));
    await ui.button("bulk.action.pause").click();
    await expect(state(page, t("bulk.status.paused"))).toBeVisible();
    model.answer((call) => call.say(ANSWER));
    await expect(page.getByTestId("counts")).toContainText(t("bulk.count.succeeded", { count: 4 }));
    expect(model.calls).toHaveLength(4);
    await ui.button("bulk.action.resume").click();
    await expect(state(page, t("bulk.status.done"))).toBeVisible();
    await expect(page.getByTestId("counts")).toContainText(t("bulk.count.succeeded", { count: 6 }));
  });

  asUser("only failed rows are run again", async ({ page, t, model, ui }) => {
    model.answer((call) => (call.prompt.includes("Zebra") ? call.refuse(400) : call.say(ANSWER)));
    await start(ui, ["Saffron", "Zebra", "Walnut"]);
    await expect(state(page, t("bulk.status.done"))).toBeVisible();
    await expect(ui.rows().nth(1)).toContainText(t("bulk.row.failed"));
    const before = model.calls.length;
    model.answer((call) => call.say(ANSWER));
    await ui.button("bulk.action.retry", { count: 1 }).click();
    await expect(page.getByTestId("counts")).toContainText(t("bulk.count.succeeded", { count: 3 }));
    await expect(ui.rows().nth(1)).toContainText(t("bulk.row.succeeded"));
    expect(model.calls.slice(before).every((call) => call.prompt.includes("Zebra"))).toBe(true);
  });

  asUser("a job is cancelled and deleted after a confirmation", async ({ page, t, ui, watch }) => {
    await start(ui, ["one", "two"]);
    await ui.button("bulk.action.cancel").click();
    await ui.in(page.getByRole("dialog")).button("bulk.ask.cancel").click();
    await expect(state(page, t("bulk.status.cancelled"))).toBeVisible();
    await ui.button("bulk.action.delete").click();
    await focusInside(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await ui.button("bulk.action.delete").click();
    // The page may read the job once more when it hears that it was deleted.
    watch.expect(404, /^\/api\/bulk\/[^/]+$/);
    await ui.in(page.getByRole("dialog")).button("bulk.ask.delete").click();
    await expect(ui.heading("bulk.empty.title")).toBeVisible();
  });
});
