import { toolPath } from "../src/example.ts";
import { packed, pluginId } from "../src/packages.ts";
import { button } from "../src/shell.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH } from "../src/texts.ts";

const SHOWN = "application/octet-stream";

for (const language of IN_ENGLISH) {
  test.describe(`plugins in ${language}`, () => {
    test.use({ language });

    test("one is installed to be tried, closed, opened and uninstalled", async ({
      page,
      context,
      server,
      t,
    }) => {
      await enterAsAdministrator(context, server, language);
      const id = pluginId();
      await page.goto("/app/dashboard");
      await page.getByRole("link", { name: t("layout.admin.plugins") }).click();
      await button(page, t("plugins.install.open")).click();
      const dialog = page.getByRole("dialog");
      const buffer = await packed(server, id, "1.0.0");
      await dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "summary.plugin", mimeType: SHOWN, buffer });
      await dialog.getByRole("combobox", { name: t("plugins.install.stage") }).click();
      await page.getByRole("option", { name: t("plugins.install.stages.me") }).click();
      await button(dialog, t("plugins.install.go")).click();

      await expect(page).toHaveURL(`/app/admin/plugins/${id}`);
      await expect(page.getByText(t("plugins.one.servesNobody"))).toBeVisible();
      await page.goto(toolPath(id, language));
      await expect(button(page, t("sdk.form.submit"))).toBeVisible();

      await page.goto(`/app/admin/plugins/${id}`);
      await page.getByRole("link", { name: t("plugins.versions.open", { version: "1.0.0" }) }).click();
      await button(page, t("plugins.deeds.closeGo")).click();
      await dialog.getByRole("textbox", { name: t("plugins.deeds.reason") }).fill("Too long <b>texts</b>");
      await button(dialog, t("plugins.deeds.closeGo")).click();
      await expect(page.getByText("Too long <b>texts</b>")).toBeVisible();
      await button(page, t("plugins.deeds.reopenGo")).click();
      await expect(button(page, t("plugins.deeds.closeGo"))).toBeVisible();

      await page.goto(`/app/admin/plugins/${id}`);
      await button(page, t("plugins.deeds.uninstallGo")).click();
      await button(dialog, t("plugins.deeds.uninstallGo")).click();
      await expect(page).toHaveURL("/app/admin/plugins");
      await expect(page.getByText(t("plugins.deeds.uninstalled"))).toBeVisible();
    });

    test("what is wrong with a package is said in the dialog", async ({
      page,
      context,
      server,
      t,
      watch,
    }) => {
      watch.expect(422, /^\/api\/admin\/plugins$/);
      await enterAsAdministrator(context, server, language);
      await page.goto("/app/admin/plugins");
      await button(page, t("plugins.install.open")).click();
      const dialog = page.getByRole("dialog");
      const choose = (buffer: Buffer) =>
        dialog.locator("input[type=file]").setInputFiles({ name: "x.plugin", mimeType: SHOWN, buffer });
      await choose(Buffer.from("no package at all"));
      await button(dialog, t("plugins.install.go")).click();
      await expect(dialog.getByRole("alert").getByRole("listitem")).not.toHaveCount(0);
    });
  });
}
