import { asAdministrator, button, expect, IN_ENGLISH, IN_POLISH, inEach } from "../src/test.ts";

// The settings are those of the whole server.
asAdministrator.use({ setup: "poor" });

inEach(IN_POLISH, () => {
  asAdministrator(
    "the company appears in the footer, and an error at its field",
    async ({ page, ui, watch }) => {
      await ui.open("adminSiteCompany");
      const name = ui.field("operator.company.name");
      await name.fill("Piekarnia Pod Lipą sp. z o.o.");
      await ui.field("operator.company.address").fill("ul. Lipowa 3\n00-001 Warszawa");
      const email = ui.field("operator.company.email");
      await email.fill("biuro");
      watch.expect(422, /^\/api\/admin\/site$/);
      await ui.button("operator.save").click();
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(email).toBeFocused();
      await email.fill("biuro@piekarnia.example");
      await ui.button("operator.save").click();
      await expect(ui.text("operator.saved")).toBeVisible();
      await expect(ui.button("operator.save")).toBeDisabled();
      await ui.open("home");
      await expect(page.getByRole("contentinfo")).toContainText("Piekarnia Pod Lipą sp. z o.o.");
      await expect(page.getByRole("contentinfo")).toContainText("00-001 Warszawa");
    },
  );

  asAdministrator("unsaved settings are not lost by a change of the tab", async ({ page, ui, t }) => {
    await ui.open("adminSiteLook");
    await ui.field("operator.look.name").fill("Lipa");
    await ui.link("operator.part.company").click();
    await button(ui.dialog("shell.leave.title"), t("shell.leave.stay")).click();
    await expect(ui.field("operator.look.name")).toHaveValue("Lipa");
    await ui.field("operator.look.name").fill("");
    await ui.link("operator.part.company").click();
    await expect(ui.field("operator.company.name")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

inEach(IN_ENGLISH, () => {
  asAdministrator("a hidden page is gone, with the links to it", async ({ page, ui, watch, api }) => {
    await ui.open("adminSiteNavigation");
    await ui.checkbox("operator.pages.page.contact").uncheck();
    await ui.button("operator.save").click();
    await expect(ui.text("operator.saved")).toBeVisible();
    watch.expect(404, /^\/contact-us$/);
    expect((await page.request.get(ui.path("contact"))).status()).toBe(404);
    await ui.open("home");
    await expect(page.locator(`a[href$="${ui.path("contact")}"]`)).toHaveCount(0);
    const { hideable: _, ...settings } = await api.get("/api/admin/site");
    await api.put("/api/admin/site", { ...settings, hidden: [] });
    expect((await page.request.get(ui.path("contact"))).status()).toBe(200);
  });

  asAdministrator(
    "a legal text gets a version for the future, which can be deleted",
    async ({ page, ui, language, t }) => {
      await ui.open("adminSiteLegalText", { text: `terms-${language}` });
      const text = ui.field("operator.legal.text");
      await expect(text).not.toHaveValue("");
      await text.fill("## Orders\n\nWe bake to order.");
      await expect(
        ui.region("operator.legal.preview").getByRole("heading", { name: "Orders" }),
      ).toBeVisible();
      const next = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel(t("operator.legal.validFrom")).fill(next);
      await ui.field("operator.legal.note").fill("Orders");
      await ui.button("operator.legal.go").click();
      await expect(ui.text("operator.legal.added")).toBeVisible();
      const line = ui.lines().filter({ hasText: "Orders" });
      await expect(line).toContainText(t("operator.legal.states.coming"));
      await button(line, t("operator.legal.delete")).click();
      await ui.in(page.getByRole("dialog")).button("operator.legal.delete").click();
      await expect(ui.text("operator.legal.deleted")).toBeVisible();
      await expect(line).toHaveCount(0);
    },
  );
});
