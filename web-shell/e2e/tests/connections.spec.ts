import { register } from "../src/person.ts";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH } from "../src/texts.ts";

for (const language of IN_ENGLISH) {
  test.describe(`connections in ${language}`, () => {
    test.use({ language });

    test("an account with another system is connected, changed and deleted", async ({
      page,
      context,
      server,
      t,
      watch,
    }) => {
      watch.expect(422, /^\/api\/connections$/);
      await register(context, server.url, language);
      await page.goto(language === "pl" ? "/app/ustawienia/polaczenia" : "/app/settings/connections");
      await expect(page.getByText(t("connections.list.none"))).toBeVisible();

      await page.getByRole("combobox", { name: t("connections.field.kind") }).fill("shoper");
      await field(page, t("connections.field.host")).fill("127.0.0.1");
      await field(page, t("connections.field.secret")).fill("short");
      await button(page, t("connections.add.submit")).click();
      const host = field(page, t("connections.field.host"));
      await expect(host).toHaveAttribute("aria-invalid", "true");
      await expect(host).toBeFocused();
      await expect(field(page, t("connections.field.secret"))).toHaveAttribute("aria-invalid", "true");

      await host.fill("https://Sklep.example.pl/admin");
      await field(page, t("connections.field.name")).fill("Pod Lipą");
      await field(page, t("connections.field.login")).fill("jan");
      await field(page, t("connections.field.secret")).fill("a-secret-of-the-shop");
      await button(page, t("connections.add.submit")).click();
      await expect(page.getByText("jan · sklep.example.pl")).toBeVisible();
      await expect(page.getByText(t("connections.list.secrets", { names: "token" }))).toBeVisible();
      await expect(field(page, t("connections.field.secret"))).toHaveValue("");

      await button(page, t("connections.list.changeOf", { name: "Pod Lipą" })).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("connections.field.name")).fill("Lipa");
      await dialog.getByRole("button", { name: t("connections.edit.save") }).click();
      await expect(page.getByText("Lipa", { exact: true })).toBeVisible();

      await button(page, t("connections.list.deleteOf", { name: "Lipa" })).click();
      await dialog.getByRole("button", { name: t("connections.remove.confirm") }).click();
      await expect(page.getByText(t("connections.list.none"))).toBeVisible();
    });
  });
}
