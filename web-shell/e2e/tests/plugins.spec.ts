import { packed, pluginId } from "../src/packages.ts";
import { asAdministrator, button, expect, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, () => {
  asAdministrator("one is installed, closed, reopened and uninstalled", async ({ page, server, t, ui }) => {
    const id = pluginId();
    await page.goto("/app/dashboard");
    await ui.link("layout.admin.plugins").click();
    await ui.button("plugins.install.open").click();
    const dialog = page.getByRole("dialog");
    await ui.in(dialog).choose("summary.plugin", await packed(server, id, "1.0.0"));
    await dialog.getByRole("combobox", { name: t("plugins.install.stage") }).click();
    await page.getByRole("option", { name: t("plugins.install.stages.me") }).click();
    await button(dialog, t("plugins.install.go")).click();

    await expect(page).toHaveURL(`/app/admin/plugins/${id}`);
    await expect(ui.text("plugins.one.servesNobody")).toBeVisible();
    await ui.open("tool", { tool: id });
    await expect(ui.button("sdk.form.submit")).toBeVisible();

    await page.goto(`/app/admin/plugins/${id}`);
    await ui.link("plugins.versions.open", { version: "1.0.0" }).click();
    await ui.button("plugins.deeds.closeGo").click();
    await dialog.getByRole("textbox", { name: t("plugins.deeds.reason") }).fill("Too long <b>texts</b>");
    await button(dialog, t("plugins.deeds.closeGo")).click();
    await expect(page.getByText("Too long <b>texts</b>")).toBeVisible();
    await ui.button("plugins.deeds.reopenGo").click();
    await expect(ui.button("plugins.deeds.closeGo")).toBeVisible();

    await page.goto(`/app/admin/plugins/${id}`);
    await ui.button("plugins.deeds.uninstallGo").click();
    await button(dialog, t("plugins.deeds.uninstallGo")).click();
    await expect(page).toHaveURL("/app/admin/plugins");
    await expect(ui.text("plugins.deeds.uninstalled")).toBeVisible();
  });

  asAdministrator("the problems of a package are shown in the dialog", async ({ page, t, watch, ui }) => {
    watch.expect(422, /^\/api\/admin\/plugins$/);
    await page.goto("/app/admin/plugins");
    await ui.button("plugins.install.open").click();
    const dialog = page.getByRole("dialog");
    await ui.in(dialog).choose("x.plugin", "no package at all");
    await button(dialog, t("plugins.install.go")).click();
    await expect(dialog.getByRole("alert").getByRole("listitem")).not.toHaveCount(0);
  });
});
