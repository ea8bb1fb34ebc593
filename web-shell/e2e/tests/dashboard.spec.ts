import { addClients, addHistory } from "../src/history.ts";
import { delay, MOST_SHIFT, shift } from "../src/shift.ts";
import { asUser, button, expect, IN_ENGLISH, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const steps = (ui: Ui) => ui.region("dashboard.steps.title");
const step = (ui: Ui, name: string) =>
  steps(ui).getByText(ui.t(`dashboard.step.${name}.title`), { exact: true });

inEach(IN_ENGLISH, () => {
  asUser("next steps follow the account, and can be dismissed", async ({ page, t, catalogue, ui }) => {
    await page.goto("/app/dashboard");
    for (const name of ["project", "tool"]) await expect(step(ui, name)).toBeVisible();
    // Only an administrator can connect a model.
    await expect(step(ui, "model")).toBeHidden();
    await expect(ui.heading("dashboard.first.title")).toBeVisible();

    await catalogue.run("facebook-post", { topic: "Bułki", language: "pl" });
    await page.reload();
    await expect(step(ui, "project")).toBeVisible();
    await expect(step(ui, "tool")).toBeHidden();
    const recent = ui.region("dashboard.recent.title");
    await expect(recent.getByRole("listitem")).toHaveCount(1);
    await expect(ui.heading("dashboard.first.title")).toBeHidden();

    const dismiss = (name: string) =>
      button(page, t("dashboard.steps.dismiss", { title: t(`dashboard.step.${name}.title`) }));
    const saved = () => page.waitForResponse(/\/api\/user\/dismissed-steps$/);
    const [first] = await Promise.all([saved(), dismiss("project").click()]);
    expect(first.status()).toBe(204);
    await expect(ui.text("dashboard.steps.none")).toBeVisible();
    await page.reload();
    await expect(recent.getByRole("listitem")).toHaveCount(1);
    await expect(steps(ui)).toBeHidden();
  });

  asUser("the dashboard is about the selected project or about all", async ({ page, t, ui, stage }) => {
    const [bakery = 0, shoes = 0] = await addClients(stage, 2);
    await addHistory(stage, { project: bakery, days: 20, perDay: 2 });
    await addHistory(stage, { project: shoes, days: 5, perDay: 1 });
    await page.goto("/app/dashboard");
    await expect(ui.title()).toHaveText("running-shoes.com");
    const figures = ui.region("dashboard.figures.title");
    await expect(figures).toContainText(`${t("dashboard.figures.total")}5`);
    const chart = ui.region("dashboard.chart.title");
    // Days that have passed, and those until the words renew.
    await expect(chart.getByRole("row")).not.toHaveCount(31);
    await chart.getByRole("slider").focus();
    await page.keyboard.press("Home");
    await expect(chart.getByRole("slider")).toHaveAttribute("aria-valuenow", "0");

    await page.getByText(t("dashboard.page.all"), { exact: true }).click();
    await expect(page).toHaveURL("/app/dashboard?projects=all");
    await expect(ui.title()).toHaveText(t("dashboard.page.all"));
    await expect(figures).toContainText(`${t("dashboard.figures.total")}45`);
    const projects = ui.region("dashboard.projects.title");
    await projects.getByRole("link", { name: "piekarnia-pod-lipa.pl" }).click();
    await expect(ui.title()).toHaveText("piekarnia-pod-lipa.pl");
    await expect(figures).toContainText(`${t("dashboard.figures.total")}40`);
  });

  asUser("notifications are in the header only", async ({ page, t, api, ui }) => {
    const job = await api.runOneOrder("orders.csv");
    await page.goto("/app/dashboard");
    await expect(ui.button("notifications.bell.unread", { count: 1 })).toBeVisible();
    const changed = ui.region("dashboard.change.title").getByRole("link", { name: /orders\.csv/ });
    await expect(changed).toHaveAttribute("href", new RegExp(job));
    await expect(page.getByRole("main").getByText(t("notifications.bell.title"))).toHaveCount(0);
  });
});

/** Answers that come late, one after the other. */
const LATE = [
  ["**/api/dashboard?**", 300],
  ["**/api/brand-kit", 700],
  ["**/api/user/dismissed-steps", 900],
  ["**/api/bulk?**", 1_100],
  ["**/api/tools?**", 1_300],
  ["**/api/projects?**", 600],
] as const;

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  asUser(`nothing moves while a dashboard of ${width} px loads`, async ({ page, ui, stage }) => {
    const numbers = await addClients(stage, 3);
    for (const project of numbers) await addHistory(stage, { project, days: 9 });
    await page.setViewportSize({ width, height });
    await delay(page, LATE);
    for (const address of ["/app/dashboard", "/app/dashboard?projects=all", "/app/projects"]) {
      await page.goto(address);
      const last =
        address === "/app/projects" ? page.getByRole("row").nth(2) : ui.region("tools.shelf.title");
      await expect(last.getByRole("link").nth(address === "/app/projects" ? 0 : 1)).toBeVisible();
      if (address !== "/app/projects") await expect(steps(ui).getByRole("listitem").first()).toBeVisible();
      expect(await shift(page), address).toBeLessThanOrEqual(MOST_SHIFT);
    }
    await page.unrouteAll({ behavior: "wait" });
  });

  asUser(`nothing moves while the first dashboard of ${width} px loads`, async ({ page, ui }) => {
    await page.setViewportSize({ width, height });
    await delay(page, LATE);
    await page.goto("/app/dashboard");
    await expect(ui.heading("dashboard.first.title")).toBeVisible();
    await expect(ui.region("tools.shelf.title").getByRole("link").nth(1)).toBeVisible();
    await expect(step(ui, "tool")).toBeVisible();
    expect(await shift(page)).toBeLessThanOrEqual(MOST_SHIFT);
    await page.unrouteAll({ behavior: "wait" });
  });
}

asUser("the first dashboard leads to the tools that it draws", async ({ page, ui }) => {
  await page.goto("/app/dashboard");
  await ui.region("dashboard.first.title").getByRole("listitem").nth(1).getByRole("link").click();
  await expect(page).toHaveURL("/app/tools/facebook-post");
});

asUser("texts without words have no empty chart", async ({ page, catalogue, t, ui }) => {
  await catalogue.run("facebook-post", { topic: "Bułki", language: "pl" });
  await page.goto("/app/dashboard");
  const chart = ui.region("dashboard.chart.title");
  await expect(chart.getByText(t("dashboard.noWords.title"))).toBeVisible();
  await expect(chart.getByRole("slider")).toHaveCount(0);
  await expect(chart.getByRole("link", { name: t("dashboard.noWords.start") })).toHaveAttribute(
    "href",
    "/app/tools",
  );
});

asUser("a first visit has no hole below its steps", async ({ page, t, ui }) => {
  await page.goto("/app/dashboard");
  await expect(step(ui, "tool")).toBeVisible();
  const tips = ui.region("dashboard.tips.title");
  await expect(tips.getByRole("link", { name: t("dashboard.tips.first-steps") })).toHaveAttribute(
    "href",
    /\/docs\/help\/first-steps$/,
  );
  // The note about drafts is between the tips and the runs.
  const note = await steps(ui).getByText(t("dashboard.step.noModel")).boundingBox();
  const work = await ui.region("dashboard.work.title").boundingBox();
  expect((work?.y ?? 0) - ((note?.y ?? 0) + (note?.height ?? 0))).toBeLessThan(80);
});

test.describe("with a model", () => {
  test.use({ setup: "connected" });

  asUser(
    "a run is shown until it ends, and its words are deducted then",
    async ({ page, t, catalogue, model, ui }) => {
      await page.goto("/app/dashboard");
      await expect(step(ui, "tool")).toBeVisible();
      await expect(step(ui, "model")).toBeHidden();
      const { name } = await catalogue.tool("facebook-post");
      const ended = catalogue.run("facebook-post", { topic: "Bread", variants: 1, language: "en" });
      const call = await model.call();
      const work = ui.region("dashboard.work.title");
      await expect(work.getByRole("link")).toHaveText(name);
      model.answer((next) => next.say("Bread from seven in the morning."));
      call.writeWords("Bread from seven in the morning.");
      call.end();
      await ended;
      await expect(work.getByText(t("dashboard.work.none"))).toBeVisible();
      await expect(step(ui, "tool")).toBeHidden();
      const left = t.number(await catalogue.wordsLeft());
      await expect(ui.region("dashboard.words.title")).toContainText(left);
    },
  );
});
