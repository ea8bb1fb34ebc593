import { pathTo } from "../../app/src/paths.ts";
import { titleOf } from "../src/catalogue.ts";
import { button, field, switchLanguage, wordsRing } from "../src/shell.ts";
import { Sitewright } from "../src/sitewright.ts";
import { test as base, expect, IN_POLISH, inEach, LANGUAGES, textsOf } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** A new server that has started for the first time and printed its link. */
const test = base.extend({
  server: async ({ servers, setup }, use) => {
    const server = await Sitewright.start(servers.settings(setup), "--login-link");
    await use(server);
    await server.stop();
  },
});

const STORIES = {
  en: {
    topic: "Sourdough rolls, baked fresh from 7 a.m.",
    begins: "Warm sourdough rolls are waiting",
    goesOn: " for you from seven. Which one do you take? #rolls #bakery #breakfast",
    edited: "Our crispest rolls leave the oven at seven. #rolls",
    sought: "CRISPEST",
    typedLater: "Rye bread on Fridays",
  },
  pl: {
    topic: "Bułki na zakwasie, świeże od 7 rano",
    begins: "Ciepłe bułki na zakwasie czekają",
    goesOn: " na Was od siódmej. Którą wybieracie? #bułki #piekarnia #śniadanie",
    edited: "Najświeższe bułki wyjeżdżają z pieca o siódmej. #bułki",
    sought: "najswiezsze",
    typedLater: "Chleb żytni w piątki",
  },
} as const;

async function openTool({ page, title, t }: Ui, name: string) {
  const menu = page.getByRole("navigation", { name: t("layout.menu.title") });
  await menu.getByRole("link", { name: t("layout.menu.tools"), exact: true }).click();
  await expect(title()).toHaveText(t("tools.catalogue.title"));
  await page.getByRole("link", { name }).first().click();
  await expect(title()).toHaveText(name);
}

inEach(LANGUAGES, (language) => {
  const story = STORIES[language];
  const other = language === "en" ? "pl" : "en";

  test.use({ setup: "connected" });

  test("with a model", async ({ page, t, server, model, catalogue, ui }) => {
    await page.goto(server.link ?? "");
    await expect(page).toHaveURL("/app/dashboard");
    await expect(wordsRing(page, t, 10_000)).toBeVisible();

    const tool = await catalogue.tool("facebook-post");
    await openTool(ui, tool.name);
    await field(page, titleOf(tool, "topic")).fill(story.topic);
    await ui.button("sdk.form.submit").click();

    // The text appears on the screen as the model writes it.
    const call = await model.call();
    expect(call.prompt).toContain(story.topic);
    call.writeWords(story.begins);
    await expect(page.getByText(story.begins).last()).toBeVisible();
    await expect(page.getByText(story.goesOn).last()).toBeHidden();
    call.writeWords(story.goesOn);
    await expect(page.getByText(story.begins + story.goesOn).last()).toBeVisible();
    call.end();
    model.answer((next) => next.say(story.begins + story.goesOn));
    const first = page.getByRole("article", { name: t("sdk.result.variant", { number: 1 }) });
    await expect(first).toContainText(story.begins);

    // Every word is charged, and the screen shows that everywhere.
    let left = 10_000;
    // Until the run is settled, words are reserved for it, more than it will use.
    await expect(async () => {
      left = await catalogue.wordsLeft();
      expect(left).toBeLessThan(10_000);
      const used = t("sdk.result.words", { count: 10_000 - left, words: t.number(10_000 - left) });
      await expect(page.getByText(used, { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(wordsRing(page, t, left)).toBeVisible();

    await first
      .getByRole("button", { name: t("sdk.result.edit", { name: "" }) })
      .first()
      .click();
    await first.getByRole("textbox").fill(story.edited);
    await button(first, t("sdk.result.save")).click();
    await expect(page.getByText(t("sdk.result.saved"), { exact: true })).toBeVisible();
    await expect(first).toContainText(story.edited);

    await ui.menu("layout.menu.archive").click();
    await ui.searchbox("documents.archive.search").fill(story.sought);
    await expect(page).toHaveURL(/q=/);
    await expect(ui.text("documents.archive.count", { count: 1, shown: 1 })).toBeVisible();
    await ui.rows().getByRole("link").click();
    await expect(page.getByRole("article")).toContainText(story.edited);

    await ui.menu("layout.menu.dashboard").click();
    const words = ui.region("dashboard.words.title");
    await expect(words).toContainText(t.number(left));

    // The whole screen changes its language and back; the input stays.
    await openTool(ui, tool.name);
    const topic = field(page, titleOf(tool, "topic"));
    await topic.fill(story.typedLater);
    const there = textsOf(other);
    await switchLanguage(page, t, other);
    await expect(page.locator("html")).toHaveAttribute("lang", other);
    await expect(page).toHaveURL(pathTo("tool", other, { tool: tool.id }));
    await expect(button(page, there("sdk.form.submit"))).toBeVisible();
    await expect(ui.button("sdk.form.submit")).toBeHidden();
    await expect(page.getByText(story.typedLater)).toBeVisible();
    await switchLanguage(page, there, language);
    await expect(ui.button("sdk.form.submit")).toBeVisible();
    await expect(topic).toHaveValue(story.typedLater);
  });
});

inEach(IN_POLISH, (language) => {
  test.use({ setup: "drafting" });

  test("the result is marked as a draft, nothing is charged", async ({ page, t, server, catalogue, ui }) => {
    await page.goto(server.link ?? "");
    await expect(page).toHaveURL("/app/dashboard");
    const tool = await catalogue.tool("facebook-post");
    await openTool(ui, tool.name);
    await field(page, titleOf(tool, "topic")).fill(STORIES[language].topic);
    await ui.button("sdk.form.submit").click();

    await expect(ui.text("sdk.bench.draft").first()).toBeVisible();
    const first = page.getByRole("article", { name: t("sdk.result.only") });
    await expect(first).toBeVisible();
    expect(await catalogue.wordsLeft()).toBe(10_000);
    await expect(wordsRing(page, t, 10_000)).toBeVisible();

    await ui.link("sdk.result.open").click();
    await expect(ui.text("documents.facts.free")).toBeVisible();
  });
});
