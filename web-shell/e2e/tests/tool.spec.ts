import { readFile } from "node:fs/promises";
import { type Catalogue, openTopic, titleOf } from "../src/catalogue.ts";
import { copiedText } from "../src/clipboard.ts";
import { button, field, wordsRing } from "../src/shell.ts";
import { asUser, expect, IN_ENGLISH, IN_POLISH, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const TOPIC = "Sourdough rolls from seven";
const POST = "Warm sourdough rolls wait for you from seven. Which one is yours? #rolls #bakery #breakfast";
const OTHER =
  "Sourdough rolls, fresh from the oven at seven. Order yours for tomorrow. #rolls #bakery #sourdough";

const variant = (ui: Ui, number: number) =>
  ui.page.getByRole("article", { name: ui.t("sdk.result.variant", { number }) });

test.describe("the form", () => {
  inEach(IN_POLISH, () => {
    asUser("shows a missing value at its field, and focuses it", async ({ t, catalogue, ui }) => {
      const topic = await openTopic(ui, catalogue);
      await ui.button("sdk.form.submit").click();
      await expect(topic).toBeFocused();
      await expect(topic).toHaveAttribute("aria-invalid", "true");
      await expect(topic).toHaveAccessibleDescription(new RegExp(t("sdk.violation.required")));
      await topic.fill(TOPIC);
      await expect(topic).not.toHaveAttribute("aria-invalid", "true");
    });

    asUser("shows the server's errors at their fields", async ({ page, catalogue, watch, ui }) => {
      watch.expect(422, /\/runs$/);
      const tool = await catalogue.tool("facebook-post");
      await ui.open("tool", { tool: "facebook-post" });
      // A value that the form would reject is sent to the server.
      await page.route("**/api/tools/facebook-post/runs", (route) => {
        const { topic: _, ...input } = route.request().postDataJSON().input;
        return route.continue({ postData: JSON.stringify({ input }) });
      });
      const topic = field(page, titleOf(tool, "topic"));
      await topic.fill(TOPIC);
      await ui.button("sdk.form.submit").click();
      await expect(ui.text("sdk.problem.title.422")).toBeVisible();
      await expect(topic).toHaveAttribute("aria-invalid", "true");
      await expect(topic).toHaveValue(TOPIC);
    });
  });

  asUser("is sent by Ctrl+Enter, and run again by a button", async ({ page, catalogue, ui }) => {
    await (await openTopic(ui, catalogue)).fill(TOPIC);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("article")).toBeVisible();
    const again = page.waitForResponse(
      (response) => response.request().method() === "POST" && /\/runs$/.test(response.url()),
    );
    await ui.button("sdk.result.again").click();
    expect((await again).status()).toBe(202);
    await expect(page.getByRole("article")).toBeVisible();
  });

  test.describe("with a model", () => {
    test.use({ setup: "connected" });
    asUser(
      "shows every variant, and the history restores earlier runs",
      async ({ page, catalogue, model, ui }) => {
        model.answer((call) => call.say(call.prompt.includes(TOPIC) ? POST : OTHER));
        const tool = await catalogue.tool("facebook-post");
        await page.goto("/app/tools/facebook-post");
        await ui.button("sdk.form.example").click();
        const topic = field(page, titleOf(tool, "topic"));
        await expect(topic).toHaveValue(String(tool.example.topic));
        await ui.button("sdk.form.submit").click();
        await expect(variant(ui, 1)).toBeVisible();
        await expect(page.getByRole("tab")).toHaveCount(3);
        const written = await variant(ui, 1).getByRole("figure").textContent();

        await topic.fill(TOPIC);
        await ui.button("sdk.form.submit").click();
        const history = ui.region("sdk.history.title");
        await expect(history.getByRole("button")).toHaveCount(2);
        await expect(variant(ui, 1)).toContainText("Warm sourdough");
        await history.getByRole("button").last().click();
        await expect(topic).toHaveValue(String(tool.example.topic));
        await expect.poll(() => variant(ui, 1).getByRole("figure").textContent()).toBe(written);
      },
    );
  });
});

test.describe("a result", () => {
  test.use({ setup: "connected" });
  test.beforeEach(async ({ model, ui }) => {
    model.answer((call) => call.say(POST));
    await ui.runExample();
    await expect(variant(ui, 1)).toBeVisible();
  });

  for (const [format, name] of [
    ["md", "Markdown"],
    ["docx", "Word (.docx)"],
  ] as const) {
    asUser(`is downloaded as .${format}`, async ({ page, ui }) => {
      const shown = await variant(ui, 1).getByRole("figure").locator("[lang]").textContent();
      const text = shown?.split("\n").find((line) => line.length > 30) ?? "?";
      const download = page.waitForEvent("download");
      await ui.button("sdk.bench.more").click();
      await page.getByRole("menuitem", { name }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
      const content = await readFile(await file.path());
      if (format === "docx") expect(content.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
      else expect(content.toString("utf8")).toContain(text);
    });
  }

  asUser("is copied as a whole and by variant", async ({ page, t, ui }) => {
    const name = t("sdk.result.variant", { number: 1 });
    await ui.button("sdk.result.copyAll", { name }).click();
    await expect(page.getByRole("button", { name: t("sdk.result.copied") })).toBeVisible();
    const copied = await copiedText(page);
    const lines = copied.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) await expect(variant(ui, 1)).toContainText(line);
    await ui.button("sdk.bench.more").click();
    await ui.menuItem("sdk.result.copyEverything").click();
    await page.getByRole("tab", { name: t("sdk.result.variant", { number: 2 }) }).click();
    const second = await variant(ui, 2).getByRole("figure").locator("[lang]").textContent();
    await expect.poll(() => copiedText(page)).toContain((second ?? "?").split("\n")[0]);
  });
});

test.describe("with a model", () => {
  test.use({ setup: "connected" });

  async function begin(ui: Ui, catalogue: Catalogue) {
    const topic = await openTopic(ui, catalogue);
    await topic.fill(TOPIC);
    await ui.button("sdk.form.submit").click();
    return topic;
  }

  asUser("stopping a run stops the model", async ({ page, t, model, catalogue, ui }) => {
    const topic = await begin(ui, catalogue);
    const call = await model.call();
    call.writeWords("These four words stay");
    await expect(page.getByText("These four words stay").last()).toBeVisible();
    await ui.button("sdk.run.cancel").click();
    await call.abandoned;
    await expect(ui.text("sdk.run.cancelled")).toBeVisible();
    await expect(ui.text("sdk.run.cancelledWords", { count: 4, words: "4" })).toBeVisible();
    await expect(page.getByText("These four words stay").last()).toBeVisible();
    await expect(topic).toHaveValue(TOPIC);
    await expect(ui.button("sdk.form.submit")).toBeEnabled();
    await page.reload();
    await expect(ui.text("sdk.run.cancelled")).toBeVisible();
    await expect(page.getByText("These four words stay").last()).toBeVisible();
    // Written text was already paid to the provider of the model.
    await expect(wordsRing(page, t, 9_996)).toBeVisible();
  });

  asUser("a reload during a run keeps following it", async ({ page, model, catalogue, ui }) => {
    await begin(ui, catalogue);
    const call = await model.call();
    call.writeWords("Warm sourdough rolls");
    await expect(page.getByText("Warm sourdough rolls").last()).toBeVisible();
    await page.reload();
    await expect(page.getByText("Warm sourdough rolls").last()).toBeVisible();
    call.writeWords(" wait for you from seven. Which one is yours? #rolls #bakery #breakfast");
    await expect(page.getByText(POST).last()).toBeVisible();
    call.end();
    model.answer((next) => next.say(POST));
    await page.getByRole("tab", { name: "3" }).click();
    await expect(variant(ui, 3)).toContainText("Warm sourdough rolls");
  });

  for (const status of [500, 429]) {
    asUser(
      `a model that answers ${status} is said in words, and nothing is charged`,
      async ({ page, t, model, catalogue, ui }) => {
        model.answer((call) => call.refuse(status));
        const topic = await begin(ui, catalogue);
        const alert = page.getByRole("alert").filter({ hasText: t("sdk.problem.kept") });
        await expect(alert).toBeVisible();
        await expect(alert).toContainText(/model/);
        await expect(alert).not.toContainText(/undefined|stand-in|\{|model\.\w/);
        await expect(topic).toHaveValue(TOPIC);
        await expect(wordsRing(page, t, 10_000)).toBeVisible();
      },
    );
  }
});

inEach(IN_ENGLISH, () => {
  test.use({ setup: "poor" });

  asUser("a dialog reports that the plan's words are used up", async ({ t, watch, model, ui }) => {
    watch.expect(402, /\/runs$/);
    await ui.openTool();
    await ui.button("sdk.form.example").click();
    await ui.button("sdk.form.submit").click();
    const dialog = ui.dialog("shell.limit.title");
    await expect(dialog).toContainText("20");
    await button(dialog, t("shell.limit.dismiss")).click();
    await expect(dialog).toBeHidden();
    await expect(ui.text("sdk.problem.title.words")).toBeVisible();
    expect(model.calls).toEqual([]);
  });
});

asUser("a module that fails to load is reported, and loads after a retry", async ({ page, t, watch, ui }) => {
  watch.expectToFail(/^\/modules\//);
  watch.expectOnConsole(/modules|Federation|remoteEntry/i);
  await page.route("**/modules/**", (route) => route.abort("connectionfailed"));
  await page.goto("/app/tools/facebook-post");
  await expect(page.getByRole("alert").filter({ hasText: t("tools.module.failedTitle") })).toBeVisible();
  await expect(page.getByRole("navigation", { name: t("layout.menu.title") })).toBeVisible();
  await page.unroute("**/modules/**");
  await ui.button("tools.module.retry").click();
  await expect(ui.button("sdk.form.submit")).toBeVisible();
});

asUser("the summary runs its example without a model", async ({ page, t, catalogue, ui }) => {
  const tool = await catalogue.tool("text-summary");
  await page.goto("/app/tools/text-summary");
  await expect(ui.title()).toHaveText(tool.name);
  await ui.button("sdk.form.example").click();
  await ui.button("sdk.form.submit").click();
  await expect(ui.text("sdk.bench.draft").first()).toBeVisible();
  await expect(page.getByRole("article", { name: t("sdk.result.only") })).toBeVisible();
});
