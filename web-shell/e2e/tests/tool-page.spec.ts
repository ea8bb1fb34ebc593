import { copiedText } from "../src/clipboard.ts";
import { installPage, PUBLISHER } from "../src/pages.ts";
import { button, field, switchLanguage } from "../src/shell.ts";
import { asAdministrator, expect, IN_POLISH, inEach, type Page } from "../src/test.ts";

/** The page of the `plugin new` template, and its template. */
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
    "runs the tool, follows the shell, and can be switched to the standard form",
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

      // Errors are shown at the field, by the shell's validation.
      await button(frame, says.run).click();
      const topic = frame.getByRole("textbox", { name: says.topic });
      await expect(topic).toBeFocused();
      await expect(topic).toHaveAccessibleDescription(new RegExp(t("sdk.violation.required")));

      // With the keyboard only, into the frame and out of it.
      await topic.fill(TOPIC);
      await page.keyboard.press("Control+Enter");
      await expect(frame.getByRole("article").first()).toContainText(TOPIC);
      await expect(ui.link("sdk.result.open")).toBeVisible();
      await expect(ui.text("sdk.bench.draft").first()).toBeVisible();

      // The user decides about data that leaves the page.
      await button(frame.getByRole("article").first(), says.copy).click();
      const dialog = ui.dialog("page.ask.copy.title");
      await expect(dialog).toContainText(TOPIC);
      await button(dialog, t("page.ask.copy.go")).click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => copiedText(page)).toContain(TOPIC);
      await expect(page.locator("iframe.tool-page-frame")).toBeFocused();

      // Changes of colour scheme and language reach the page.
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
    "keeps its input, restores an earlier run, and has a standard form beside it",
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
