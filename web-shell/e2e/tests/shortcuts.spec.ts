import type { PageName } from "../../app/src/paths.ts";
import { asAdministrator, asUser, expect, keysReady, type Page } from "../src/test.ts";

/** Pages that a letter after "g" opens. */
const LETTERS: [letter: string, page: PageName][] = [
  ["t", "tools"],
  ["a", "archive"],
  ["b", "bulk"],
  ["s", "shops"],
  ["k", "brandKit"],
  ["u", "settings"],
  ["d", "dashboard"],
];

const active = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? "");

asUser(
  "the keyboard alone walks through the main pages, and the focus is never lost",
  async ({ page, ui }) => {
    await ui.open("dashboard");
    await keysReady(page);
    for (const [letter, name] of LETTERS) {
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await expect(page).toHaveURL(ui.path(name));
      await expect(ui.title()).toBeFocused();
      // The change is announced by the title of the page.
      const title = await page.title();
      await expect(page.getByRole("status").filter({ hasText: title })).toHaveCount(1);
      await page.keyboard.press("Tab");
      expect(await active(page), name).not.toBe("BODY");
      // A field would take the next keys.
      await ui.title().focus();
    }
  },
);

asUser(
  "links of the menu and of the content move the focus to the new title",
  async ({ page, ui, catalogue }) => {
    const { name } = await catalogue.tool("text-summary");
    await ui.open("dashboard");
    // A link of the opening loads a page.
    await keysReady(page);
    await ui.menu("layout.menu.tools").focus();
    await page.keyboard.press("Enter");
    await expect(ui.title()).toBeFocused();
    await page.getByRole("link", { name, exact: true }).last().focus();
    await page.keyboard.press("Enter");
    await expect(ui.title()).toHaveText(name);
    await expect(ui.title()).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(ui.path("tools"));
    await expect.poll(() => active(page)).not.toBe("BODY");
  },
);

asUser("a key in a field is text, and with a modifier it is the browser's", async ({ page, ui }) => {
  await ui.open("tools");
  await keysReady(page);
  await page.keyboard.press("/");
  const search = ui.searchbox("tools.catalogue.search");
  await expect(search).toBeFocused();
  await page.keyboard.type("gd?n/");
  await expect(search).toHaveValue("gd?n/");
  await expect(page.getByRole("dialog")).toBeHidden();
  await ui.title().click();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("dialog")).toBeHidden();
});

asUser("the sheet lists the shortcuts and switches them off", async ({ page, ui, t }) => {
  await ui.openTool("text-summary");
  await keysReady(page);
  await page.keyboard.press("?");
  const sheet = ui.dialog("palette.keys.title");
  await expect(sheet.getByRole("region", { name: t("palette.keys.here") })).toContainText(
    t("palette.keys.generate"),
  );
  await expect(sheet.getByRole("region", { name: t("palette.keys.go") })).toContainText(
    t("layout.menu.archive"),
  );
  await sheet.getByRole("switch").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog")).toBeHidden();
  // The palette opens by its key, and leads back to the sheet.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("shortc");
  await expect(page.getByRole("option", { selected: true })).toContainText(t("palette.action.keys"));
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("switch")).not.toBeChecked();
  await sheet.getByRole("switch").press("Space");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(ui.dialog("palette.writeTitle")).toBeVisible();
});

asAdministrator("an administrator finds the pages of the administration", async ({ page, ui, t }) => {
  await ui.open("dashboard");
  await keysReady(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("audit");
  await expect(page.getByRole("option", { selected: true })).toContainText(t("layout.admin.audit"));
});
