import type { Page } from "@playwright/test";
import { button } from "../src/shell.ts";
import { runOneOrder } from "../src/table.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH, type Texts } from "../src/texts.ts";

const steps = (page: Page, t: Texts) => page.getByRole("region", { name: t("dashboard.steps.title") });
const step = (page: Page, t: Texts, name: string) =>
  steps(page, t).getByText(t(`dashboard.step.${name}.title`), { exact: true });

for (const language of IN_ENGLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("what to do next follows the account, and can be dismissed", async ({
      page,
      person,
      t,
      catalogue,
    }) => {
      expect(person.email).toBeTruthy();
      await page.goto("/app/dashboard");
      for (const name of ["model", "project", "tool"]) await expect(step(page, t, name)).toBeVisible();
      // Only an administrator can connect a model, and the person is told so.
      await expect(steps(page, t)).toContainText(t("dashboard.step.model.ask"));

      await catalogue.run("facebook-post", { topic: "Bułki", language: "pl" });
      await page.reload();
      await expect(step(page, t, "project")).toBeVisible();
      await expect(step(page, t, "tool")).toBeHidden();
      const recent = page.getByRole("region", { name: t("documents.recent.title") });
      await expect(recent.getByRole("listitem")).toHaveCount(1);

      const dismiss = (name: string) =>
        button(page, t("dashboard.steps.dismiss", { title: t(`dashboard.step.${name}.title`) }));
      const saved = () =>
        page.waitForResponse(
          (answer) =>
            answer.request().method() === "POST" && answer.url().endsWith("/api/user/dismissed-steps"),
        );
      const [first] = await Promise.all([saved(), dismiss("model").click()]);
      expect(first.status()).toBe(204);
      await expect(step(page, t, "model")).toBeHidden();
      await Promise.all([saved(), dismiss("project").click()]);
      await expect(steps(page, t)).toBeHidden();
      await page.reload();
      await expect(recent.getByRole("listitem")).toHaveCount(1);
      await expect(steps(page, t)).toBeHidden();
    });

    test("a notification waits until it is read", async ({ page, context, server, person, t }) => {
      expect(person.email).toBeTruthy();
      await runOneOrder(context, server.url, "orders.csv");
      await page.goto("/app/dashboard");
      const waiting = page
        .getByRole("main")
        .getByRole("region", { name: t("notifications.bell.title"), exact: true });
      await expect(waiting.getByRole("link")).toContainText("orders.csv");
      await button(waiting, t("notifications.list.readAll")).click();
      await expect(waiting).toBeHidden();
    });
  });
}

test.describe("with a model", () => {
  test.use({ setup: "connected" });

  test("a run at work is there until it ends, and its words are gone then", async ({
    page,
    person,
    t,
    catalogue,
    model,
  }) => {
    expect(person.email).toBeTruthy();
    await page.goto("/app/dashboard");
    await expect(step(page, t, "tool")).toBeVisible();
    await expect(step(page, t, "model")).toBeHidden();
    const { name } = await catalogue.tool("facebook-post");
    const ended = catalogue.run("facebook-post", { topic: "Bread", variants: 1, language: "en" });
    const call = await model.call();
    const work = page.getByRole("region", { name: t("dashboard.work.title") });
    await expect(work.getByRole("link")).toHaveText(name);
    model.answer((next) => next.say("Bread from seven in the morning."));
    call.writeWords("Bread from seven in the morning.");
    call.end();
    await ended;
    await expect(work).toBeHidden();
    await expect(step(page, t, "tool")).toBeHidden();
    const left = t.number(await catalogue.wordsLeft());
    await expect(page.getByRole("region", { name: t("dashboard.words.title") })).toContainText(left);
  });
});
