import type { Page } from "@playwright/test";
import { toolPath } from "../src/example.ts";
import { installPage, PUBLISHER } from "../src/pages.ts";
import { button, field, switchLanguage } from "../src/shell.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES } from "../src/texts.ts";

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

for (const language of LANGUAGES) {
  test.describe(`a tool with a page of its own, in ${language}`, () => {
    test.use({ language });

    test("is written with, follows the shell, and is left for the ordinary form", async ({
      page,
      context,
      server,
      t,
    }) => {
      await enterAsAdministrator(context, server, language);
      const { id } = await installPage(context, server);
      const says = SAYS[language];
      const frame = inside(page);
      await page.goto(toolPath(id, language));
      await expect(page.getByText(t("page.bar.by", { publisher: PUBLISHER }))).toBeVisible();
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
      await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();
      await expect(page.getByText(t("sdk.draft.title"))).toBeVisible();

      // What leaves the page is for the person to decide.
      await button(frame.getByRole("article").first(), says.copy).click();
      const dialog = page.getByRole("dialog", { name: t("page.ask.copy.title") });
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
    });

    test("keeps what was typed, brings back an earlier run, and has an ordinary form beside it", async ({
      page,
      context,
      server,
      t,
    }) => {
      await enterAsAdministrator(context, server, language);
      const { id } = await installPage(context, server);
      const says = SAYS[language];
      const topic = inside(page).getByRole("textbox", { name: says.topic });
      await page.goto(toolPath(id, language));
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
      await page
        .getByRole("region", { name: t("sdk.history.title") })
        .getByRole("button")
        .click();
      await expect(topic).toHaveValue(example);

      await button(page, t("page.bar.toForm")).click();
      await expect(field(page, says.topic)).toHaveValue(example);
      await expect(button(page, t("sdk.form.submit"))).toBeVisible();
      await button(page, t("page.bar.toPage")).click();
      await expect(topic).toHaveValue(example);
    });
  });
}
