import type { Api } from "../src/api.ts";
import { makeUser } from "../src/staff.ts";
import { asAdministrator, button, expect, field, IN_ENGLISH, inEach } from "../src/test.ts";

const TOOL = "facebook-post";

/** A plan of this test only, not on offer, so that it affects no other test. */
async function makePlan(api: Api) {
  const name = `Plan ${crypto.randomUUID().slice(0, 8)}`;
  const texts = { name_en: name, name_pl: name, description_en: "", description_pl: "" };
  const prices = { monthly_usd: 1, annual_usd: 1, monthly_pln: 1, annual_pln: 1 };
  const limits = { ai_words: 1000, projects: null, runs_per_day: null, bulk_rows: null };
  const rest = { all_tools: true, tools: [], own_model: false, position: 99, on_offer: false };
  await api.post("/api/admin/products", { ...texts, ...prices, ...limits, ...rest });
  return name;
}

inEach(IN_ENGLISH, (language) => {
  asAdministrator(
    "a tool gets a ceiling, a column is closed, and an account gets an exception",
    async ({ page, t, catalogue, ui, api }) => {
      const plan = await makePlan(api);
      const user = await makeUser(api, language);
      const { name: tool } = await catalogue.tool(TOOL);
      await page.goto("/app/dashboard");
      await ui.link("layout.admin.matrix").click();
      await ui.searchbox("matrix.filter.search").fill(TOOL);
      const cell = (state: string) => ui.button("matrix.cell.label", { tool, plan, state });
      const dialog = page.getByRole("dialog");

      await cell(t("matrix.cell.on")).click();
      await field(dialog, t("matrix.field.runs_per_day")).fill("5");
      await button(dialog, t("matrix.change.look")).click();
      await expect(dialog.getByText(t("matrix.effect.none"))).toBeVisible();
      await button(dialog, t("matrix.change.save")).click();
      await expect(ui.text("matrix.change.saved")).toBeVisible();
      const runs = t("matrix.ceiling.runs", { count: 5, number: "5" });
      await expect(cell(`${t("matrix.cell.on")}, ${runs}`)).toBeVisible();

      await ui.button("matrix.page.changeColumn", { plan }).click();
      await dialog.getByRole("combobox", { name: t("matrix.change.openMany") }).click();
      await page.getByRole("option", { name: t("matrix.change.opens.off") }).click();
      await button(dialog, t("matrix.change.look")).click();
      await button(dialog, t("matrix.change.save")).click();
      await expect(cell(t("matrix.cell.off"))).toBeVisible();

      await page.goto(`/app/admin/user/${user.id}`);
      await ui.button("matrix.exception.add").click();
      await dialog.getByRole("combobox", { name: t("matrix.exception.tool") }).fill(TOOL);
      await page.getByRole("option", { name: tool, exact: true }).click();
      await dialog.getByText(t("matrix.exception.choice.deny"), { exact: true }).click();
      await field(dialog, t("matrix.exception.reason")).fill("Misused <b>it</b>");
      await button(dialog, t("matrix.change.save")).click();
      // The input contains this text until it is saved.
      await expect(dialog).toBeHidden();
      await expect(page.getByText("Misused <b>it</b>")).toBeVisible();
      await page.goto(`/app/admin/matrix?q=${TOOL}`);
      await button(page, tool).click();
      await expect(dialog.getByRole("link", { name: user.email })).toBeVisible();
    },
  );

  asAdministrator("a publisher is registered and changed, with the effects", async ({ page, t, ui }) => {
    const id = `acme-${crypto.randomUUID().slice(0, 8)}`;
    await page.goto("/app/admin/publishers");
    await ui.button("publishers.page.new").click();
    const dialog = page.getByRole("dialog");
    await field(dialog, t("publishers.form.name")).fill(id);
    await field(dialog, t("publishers.form.id")).fill(id);
    await button(dialog, t("publishers.form.save")).click();
    const row = page.getByRole("listitem").filter({ hasText: t("publishers.page.noKeys") });
    await expect(row.filter({ hasText: id })).toBeVisible();
    await ui.button("publishers.page.editOne", { name: id }).click();
    await dialog.getByRole("combobox", { name: t("publishers.form.level") }).click();
    await page.getByRole("option", { name: t("publishers.level.partner") }).click();
    await expect(dialog.getByText(t("publishers.form.levelAffects"))).toBeVisible();
    await button(dialog, t("publishers.form.save")).click();
    await expect(ui.text("publishers.form.editDone")).toBeVisible();
  });
});
