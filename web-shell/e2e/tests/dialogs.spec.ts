import { csrfHeaders } from "../src/person.ts";
import { button, field } from "../src/shell.ts";
import { enterAsAdministrator, makeUser } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";

test("a dialog gives the focus back to what opened it", async ({ page, person, t }) => {
  expect(person.email).toBeTruthy();
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
  const remove = button(page, t("settings.data.delete"));
  await remove.click();
  await button(dialog, t("settings.data.cancel")).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
});

test("the focus goes to the button of a menu whose entry opened a dialog", async ({
  page,
  context,
  server,
  person,
  t,
}) => {
  expect(person.email).toBeTruthy();
  const answer = await context.request.post(`${server.url}/api/folders`, {
    headers: await csrfHeaders(context, server.url),
    data: { name: "May" },
  });
  const { id } = await answer.json();
  await page.goto(`/app/archive?folder=${id}`);
  const menu = button(page, t("documents.folder.menu"));
  const dialog = page.getByRole("dialog");
  await menu.click();
  await page.getByRole("menuitem", { name: t("documents.folder.edit") }).click();
  await expect(field(dialog, t("documents.folder.name"))).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

test("a link that is shown once is not lost by a key", async ({ page, context, server, t }) => {
  await enterAsAdministrator(context, server, "en");
  const user = await makeUser(context, server, "en");
  await page.goto(`/app/admin/user/${user.id}`);
  const make = button(page, t("admin.access.linkMake"));
  await make.click();
  const link = field(page, t("admin.link.label"));
  await expect(link).toBeFocused();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(link).toHaveValue(/one-time-login/);
  await button(page, t("admin.link.done")).click();
  await expect(link).toBeHidden();
  await expect(make).toBeFocused();
});
