import { makeUser } from "../src/staff.ts";
import { asAdministrator, asUser, button, expect, field } from "../src/test.ts";

asUser("a dialog returns the focus to the element that opened it", async ({ page, t, ui }) => {
  const dialog = page.getByRole("dialog");
  await page.goto("/app/archive");
  const make = page.getByRole("main").getByRole("button", { name: t("documents.folder.new"), exact: true });
  await make.focus();
  await page.keyboard.press("Enter");
  await expect(field(dialog, t("documents.folder.name"))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(make).toBeFocused();

  await page.goto("/app/settings/info");
  const remove = ui.button("settings.data.delete");
  await remove.click();
  await button(dialog, t("settings.data.cancel")).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
});

asUser("the focus goes to the button of a menu whose entry opened a dialog", async ({ page, t, ui, api }) => {
  const { id } = await api.post("/api/folders", { name: "May" });
  await page.goto(`/app/archive?folder=${id}`);
  const menu = ui.button("documents.folder.menu");
  const dialog = page.getByRole("dialog");
  await menu.click();
  await ui.menuItem("documents.folder.edit").click();
  await expect(field(dialog, t("documents.folder.name"))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

asAdministrator("a link that is shown once is not closed by a key", async ({ page, ui, api }) => {
  const user = await makeUser(api, "en");
  await page.goto(`/app/admin/user/${user.id}`);
  const make = ui.button("admin.access.linkMake");
  await make.click();
  const link = ui.field("admin.link.label");
  await expect(link).toBeFocused();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(link).toHaveValue(/one-time-login/);
  await ui.button("admin.link.done").click();
  await expect(link).toBeHidden();
  await expect(make).toBeFocused();
});
