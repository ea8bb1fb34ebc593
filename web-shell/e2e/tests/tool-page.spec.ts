import type { Page } from "@playwright/test";
import { installPage, PUBLISHER } from "../src/pages.ts";
import { button, field, switchLanguage } from "../src/shell.ts";
import { asAdministrator, expect, inEach } from "../src/test.ts";
import { IN_POLISH } from "../src/texts.ts";

/** What the page in `plugin new` says, and the template behind it. */
const SAYS = {
  en: {
    topic: "Topic",
    run: "Generate",
    example: "Try an example",
    copy: "Copy",
    heading: "What should be written",
  },
  pl: {
    topic: "Temat",
    run: "Generuj",
    example: "Wypróbuj przykład",
    copy: "Kopiuj",
    heading: "O czym piszemy",
  },
};
const TOPIC = "Sourdough rolls from seven";

const inside = (page: Page) => page.frameLocator("iframe.tool-page-frame");

inEach(IN_POLISH, (language) => {
  asAdministrator(
    "is written with, follows the shell, and is left for the ordinary form",
    async ({ page, t, ui, api }) => {
      const { id } = await installPage(api);
      const says = SAYS[language];
      const frame = inside(page);
      await ui.open("tool", { tool: id });
      await expect(ui.text("page.bar.by", { publisher: PUBLISHER })).toBeVisible();
      await expect(frame.getByRole("heading", { name: says.heading })).toBeVisible();
      const fonts = () =>
        frame.locator("html").evaluate(() => Array.from(document.fonts, ({ family }) => family).join());
      await expect.poll(fonts).toMatch(/Figtree.*Newsreader/);

      // What is wrong is said at the field, by the shell's own rules.
      await button(frame, says.run).click();
      const topic = frame.getByRole("textbox", { name: says.topic });
      await expect(topic).toBeFocused();
      await expect(topic).toHaveAccessibleDescription(new RegExp(t("sdk.violation.required")));

      // By the keyboard alone, into the frame and out of it.
      await topic.fill(TOPIC);
      await page.keyboard.press("Control+Enter");
      await expect(frame.getByRole("article").first()).toContainText(TOPIC);
      await expect(ui.link("sdk.result.open")).toBeVisible();
      await expect(ui.text("sdk.draft.title")).toBeVisible();

      // What leaves the page is for the person to decide.
      await button(frame.getByRole("article").first(), says.copy).click();
      const dialog = ui.dialog("page.ask.copy.title");
      await expect(dialog).toContainText(TOPIC);
      await button(dialog, t("page.ask.copy.go")).click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(TOPIC);
      await expect(page.locator("iframe.tool-page-frame")).toBeFocused();

      // Another scheme and another language reach it.
      await page.emulateMedia({ colorScheme: "dark" });
      await expect(frame.locator("html")).toHaveAttribute("data-scheme", "dark");
      const other = language === "en" ? "pl" : "en";
      await switchLanguage(page, t, other);
      await expect(frame.getByRole("heading", { name: SAYS[other].heading })).toBeVisible();
      await expect(frame.locator("html")).toHaveAttribute("lang", other);
      await expect(frame.getByRole("article").first()).toContainText(TOPIC);
    },
  );

  asAdministrator(
    "keeps what was typed, brings back an earlier run, and has an ordinary form beside it",
    async ({ page, ui, api }) => {
      const { id } = await installPage(api);
      const says = SAYS[language];
      const topic = inside(page).getByRole("textbox", { name: says.topic });
      await ui.open("tool", { tool: id });
      await button(inside(page), says.example).click();
      const example = await topic.inputValue();
      await button(inside(page), says.run).click();
      await expect(inside(page).getByRole("article").first()).toContainText(example);
      await topic.fill(TOPIC);
      const kept = () => page.evaluate((id) => sessionStorage.getItem(`sitewright.form.${id}`), id);
      await expect.poll(kept).toContain(TOPIC);
      await page.reload();
      await expect(topic).toHaveValue(TOPIC);
      await expect(inside(page).getByRole("article").first()).toContainText(example);
      await ui.region("sdk.history.title").getByRole("button").click();
      await expect(topic).toHaveValue(example);

      await ui.button("page.bar.toForm").click();
      await expect(field(page, says.topic)).toHaveValue(example);
      await expect(ui.button("sdk.form.submit")).toBeVisible();
      await ui.button("page.bar.toPage").click();
      await expect(topic).toHaveValue(example);
    },
  );
});
