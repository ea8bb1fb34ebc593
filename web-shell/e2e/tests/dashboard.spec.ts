import { asUser, button, expect, IN_ENGLISH, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const steps = (ui: Ui) => ui.region("dashboard.steps.title");
const step = (ui: Ui, name: string) =>
  steps(ui).getByText(ui.t(`dashboard.step.${name}.title`), { exact: true });

inEach(IN_ENGLISH, () => {
  asUser("next steps follow the account, and can be dismissed", async ({ page, t, catalogue, ui }) => {
    await page.goto("/app/dashboard");
    for (const name of ["model", "project", "tool"]) await expect(step(ui, name)).toBeVisible();
    // Only an administrator can connect a model, and the text says so.
    await expect(steps(ui)).toContainText(t("dashboard.step.model.ask"));

    await catalogue.run("facebook-post", { topic: "Bułki", language: "pl" });
    await page.reload();
    await expect(step(ui, "project")).toBeVisible();
    await expect(step(ui, "tool")).toBeHidden();
    const recent = ui.region("documents.recent.title");
    await expect(recent.getByRole("listitem")).toHaveCount(1);

    const dismiss = (name: string) =>
      button(page, t("dashboard.steps.dismiss", { title: t(`dashboard.step.${name}.title`) }));
    const saved = () => page.waitForResponse(/\/api\/user\/dismissed-steps$/);
    const [first] = await Promise.all([saved(), dismiss("model").click()]);
    expect(first.status()).toBe(204);
    await expect(step(ui, "model")).toBeHidden();
    await Promise.all([saved(), dismiss("project").click()]);
    await expect(steps(ui)).toBeHidden();
    await page.reload();
    await expect(recent.getByRole("listitem")).toHaveCount(1);
    await expect(steps(ui)).toBeHidden();
  });

  asUser("a notification waits until it is read", async ({ page, t, api }) => {
    await api.runOneOrder("orders.csv");
    await page.goto("/app/dashboard");
    const waiting = page
      .getByRole("main")
      .getByRole("region", { name: t("notifications.bell.title"), exact: true });
    await expect(waiting.getByRole("link")).toContainText("orders.csv");
    await button(waiting, t("notifications.list.readAll")).click();
    await expect(waiting).toBeHidden();
  });
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
      await expect(work).toBeHidden();
      await expect(step(ui, "tool")).toBeHidden();
      const left = t.number(await catalogue.wordsLeft());
      await expect(ui.region("dashboard.words.title")).toContainText(left);
    },
  );
});
