import { asUser, expect, IN_ENGLISH, inEach } from "../src/test.ts";

inEach(IN_ENGLISH, () => {
  asUser("a connection is created, changed and deleted", async ({ page, t, watch, ui }) => {
    watch.expect(422, /^\/api\/connections$/);
    await ui.open("settingsConnections");
    await expect(ui.text("connections.list.none")).toBeVisible();

    await ui.combobox("connections.field.kind").fill("shoper");
    await ui.field("connections.field.host").fill("127.0.0.1");
    await ui.field("connections.field.secret").fill("short");
    await ui.button("connections.add.submit").click();
    const host = ui.field("connections.field.host");
    await expect(host).toHaveAttribute("aria-invalid", "true");
    await expect(host).toBeFocused();
    await expect(ui.field("connections.field.secret")).toHaveAttribute("aria-invalid", "true");

    await host.fill("https://Sklep.example.pl/admin");
    await ui.field("connections.field.name").fill("Pod Lipą");
    await ui.field("connections.field.login").fill("jan");
    await ui.field("connections.field.secret").fill("a-secret-of-the-shop");
    await ui.button("connections.add.submit").click();
    await expect(page.getByText("jan · sklep.example.pl")).toBeVisible();
    await expect(ui.text("connections.list.secrets", { names: "token" })).toBeVisible();
    await expect(ui.field("connections.field.secret")).toHaveValue("");

    await ui.button("connections.list.changeOf", { name: "Pod Lipą" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("connections.field.name")).fill("Lipa");
    await dialog.getByRole("button", { name: t("connections.edit.save") }).click();
    await expect(page.getByText("Lipa", { exact: true })).toBeVisible();

    await ui.button("connections.list.deleteOf", { name: "Lipa" }).click();
    await dialog.getByRole("button", { name: t("connections.remove.confirm") }).click();
    await expect(ui.text("connections.list.none")).toBeVisible();
  });
});
