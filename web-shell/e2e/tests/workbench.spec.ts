import { openTopic, titleOf } from "../src/catalogue.ts";
import { copiedText } from "../src/clipboard.ts";
import { smallControls } from "../src/fingers.ts";
import { asUser, expect, field, IN_ENGLISH, IN_POLISH, inEach, type Page, test } from "../src/test.ts";

const TOPIC = "Bułki na zakwasie od siódmej rano";
const PHONE = { width: 360, height: 740 };
/** Counts taps. */
async function tap(taps: string[], what: string, target: ReturnType<Page["locator"]>) {
  taps.push(what);
  await expect(target, what).toBeInViewport();
  await target.click();
}

/** Records each moment at which nothing has the focus, from now on. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    const look = () => {
      if (document.activeElement === document.body) lost.push(document.title);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { lost });
  });
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
}

inEach(IN_POLISH, () => {
  test.describe("on a phone", () => {
    test.beforeEach(({ page }) => page.setViewportSize(PHONE));

    asUser("a post is copied five taps after the catalogue", async ({ page, catalogue, t, ui }) => {
      const tool = await catalogue.tool("facebook-post");
      const taps: string[] = [];
      await ui.open("tools", {}, "?q=facebook");
      const card = page.getByRole("main").getByRole("link", { name: tool.name, exact: true });
      await tap(taps, "the tool", card);
      const topic = field(page, titleOf(tool, "topic"));
      await topic.scrollIntoViewIfNeeded();
      await tap(taps, "the field", topic);
      await topic.fill(TOPIC);
      await tap(taps, "generate", ui.button("sdk.form.submit"));

      const line = page.locator(".post-text").first().getByText(/Bułki/).first();
      await expect(line).toBeInViewport();
      const [text, bar] = await Promise.all([
        line.boundingBox(),
        page.locator(".sw-bench-bar").boundingBox(),
      ]);
      expect((text?.y ?? 0) + 20, "the first line is above the bar").toBeLessThan(bar?.y ?? 0);
      await tap(taps, "copy", ui.button("sdk.result.copyAll", { name: t("sdk.result.only") }));
      await expect.poll(() => copiedText(page)).toContain("Bułki na zakwasie");
      expect(taps.length, taps.join(", ")).toBeLessThanOrEqual(5);
      expect(await smallControls(page)).toEqual([]);
    });

    asUser(
      "the form folds into a line and opens again with what was typed",
      async ({ page, catalogue, ui }) => {
        const topic = await openTopic(ui, catalogue);
        await topic.fill(TOPIC);
        expect(await smallControls(page)).toEqual([]);
        await ui.button("sdk.form.submit").click();
        await expect(page.getByRole("article").first()).toBeVisible();
        await expect(topic).toBeHidden();
        await page.locator(".sw-tool-gist").click();
        await expect(topic).toBeFocused();
        await expect(topic).toHaveValue(TOPIC);
      },
    );

    asUser("texts for four networks fit on a few screens", async ({ page, catalogue, t, ui }) => {
      const tool = await catalogue.tool("facebook-post");
      await ui.open("posts");
      await field(page, titleOf(tool, "topic")).fill(TOPIC);
      await page.locator("button[type=submit]").click();
      await expect(page.getByRole("tab")).toHaveCount(4);
      await expect(page.getByRole("article").first()).toBeVisible();
      for (const tab of await page
        .getByRole("tablist", { name: t("groups.page.results") })
        .getByRole("tab")
        .all()) {
        await tab.click();
        await expect(page.getByRole("article").first()).toBeVisible();
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(height, (await tab.textContent()) ?? "").toBeLessThanOrEqual(3_000);
      }
    });
  });
});

inEach(IN_ENGLISH, () => {
  asUser(
    "a post is written and copied by keys, and the focus is never lost",
    async ({ page, catalogue, ui }) => {
      const topic = await openTopic(ui, catalogue);
      await topic.focus();
      const lost = await watchFocus(page);
      await page.keyboard.type("Sourdough rolls from seven");
      const keys = ["Control+Enter", "c"];
      await page.keyboard.press("Control+Enter");
      await expect(page.locator(".sw-bench h2[data-result]")).toBeFocused();
      await page.keyboard.press("c");
      await expect.poll(() => copiedText(page)).toContain("Sourdough rolls");
      expect(keys.join("+").split("+").length).toBeLessThanOrEqual(12);

      await page.keyboard.press("e");
      const editor = page.locator(".sw-bench-aside textarea").first();
      await expect(editor).toBeFocused();
      await page.keyboard.type("!");
      await page.keyboard.press("Escape");
      await ui.button("shell.discard.stay").click();
      await expect(editor).toBeFocused();
      await expect(editor).toHaveValue(/!/);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Escape");
      await expect(editor).toBeHidden();
      await page.locator(".sw-bench h2[data-result]").focus();
      const again = page.waitForResponse((response) => /\/runs$/.test(response.url()) && response.ok());
      await page.keyboard.press("r");
      await again;
      await expect(page.locator(".sw-bench h2[data-result]")).toBeFocused();
      expect(await lost()).toEqual([]);
    },
  );

  test.describe("with a model", () => {
    test.use({ setup: "connected" });

    asUser("texts arrive in reserved places, in their preview", async ({ page, model, ui }) => {
      await ui.openTool();
      await ui.button("sdk.form.example").click();
      await ui.button("sdk.form.submit").click();
      const call = await model.call();
      await expect(page.getByRole("tab")).toHaveCount(3);
      call.writeWords("Warm rolls wait");
      await expect(page.locator(".post-text").first()).toContainText("Warm rolls wait");
      call.end();
    });

    asUser("variants are named by their words, for screen readers too", async ({ page, model, t, ui }) => {
      model.answer((call) => call.say("Warm rolls wait for you."));
      await ui.runExample();
      const name = `${t("sdk.result.variant", { number: 2 })}: Warm rolls`;
      await expect(page.getByRole("tab").nth(1)).toHaveAccessibleName(new RegExp(`^${name}`));
    });

    asUser("the variant in use is the text of the document", async ({ page, model, t, ui, api }) => {
      const texts = ["Warm rolls wait for you.", "Rolls from seven.", "Which roll is yours?"];
      let place = 0;
      model.answer((call) => call.say(texts[place++ % texts.length] ?? ""));
      await ui.runExample();
      await page.getByRole("tab", { name: t("sdk.result.variant", { number: 2 }) }).click();
      const second = await page.getByRole("article").first().locator(".post-text").textContent();
      await ui.button("sdk.bench.use").click();
      await expect(ui.button("sdk.bench.used")).toBeVisible();
      const { data } = await api.get("/api/documents");
      const { text } = await api.get(`/api/documents/${data[0].id}`);
      expect(text).toContain(second?.trim().split("\n")[0]);
      expect(text).not.toContain(t("sdk.result.variant", { number: 1 }));
      await ui.button("sdk.bench.used").click();
      await expect(ui.button("sdk.bench.use")).toBeVisible();
      expect((await api.get(`/api/documents/${data[0].id}`)).text).toContain(
        t("sdk.result.variant", { number: 1 }),
      );
    });
  });
});
