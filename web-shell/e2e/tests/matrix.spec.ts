import type { Api } from "../src/api.ts";
import { makeUser } from "../src/staff.ts";
import { asAdministrator, button, expect, field, IN_ENGLISH, inEach } from "../src/test.ts";

const TOOL = "facebook-post";

/** A plan of this test only, not on offer, so that it affects no other test. */
async function makePlan(api: Api) {
  const name = `Plan ${crypto.randomUUID().slice(0, 8)}`;
  const texts = { name_en: name, name_pl: name, description_en: "", description_pl: "" };
  const prices = { monthly_usd: 1, annual_usd: 1, monthly_pln: 1, annual_pln: 1 };
  const limits = { ai_words: 1000, pages: 100, projects: null, runs_per_day: null, bulk_rows: null };
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
      const cell = ui.switch("matrix.cell.switch", { tool, plan });
      const ceilings = ui.role("button", "matrix.cell.ceilings", { tool, plan });
      const dialog = page.getByRole("dialog");

      await expect(cell).toBeChecked();
      await cell.press("Enter");
      await field(dialog, t("matrix.field.runs_per_day")).fill("5");
      await button(dialog, t("matrix.change.look")).click();
      await expect(dialog.getByText(t("matrix.effect.none"))).toBeVisible();
      await button(dialog, t("matrix.change.save")).click();
      await expect(ui.text("matrix.change.saved")).toBeVisible();
      const runs = t("matrix.ceiling.runs", { count: 5, number: "5" });
      await expect(ceilings).toContainText(runs);

      await ui.button("matrix.page.changeColumn", { plan }).click();
      await dialog.getByRole("combobox", { name: t("matrix.change.openMany") }).click();
      await page.getByRole("option", { name: t("matrix.change.opens.off") }).click();
      await button(dialog, t("matrix.change.look")).click();
      await button(dialog, t("matrix.change.save")).click();
      await expect(cell).not.toBeChecked();

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

  asAdministrator(
    "switches are flipped by keyboard, reviewed together and applied",
    async ({ page, t, catalogue, ui, api }) => {
      const plan = await makePlan(api);
      const other = await makePlan(api);
      const { name: tool } = await catalogue.tool(TOOL);
      await page.goto(`/app/admin/matrix?q=${TOOL}`);
      const cell = (plan: string) => ui.switch("matrix.cell.switch", { tool, plan });
      await cell(plan).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await expect(cell(other)).toBeFocused();
      await page.keyboard.press("Space");
      await expect(cell(other)).not.toBeChecked();
      // The changes outlive another search, and leaving asks.
      await ui.searchbox("matrix.filter.search").fill("instagram");
      await expect(cell(plan)).toBeHidden();
      await ui.menu("layout.admin.users").click();
      await ui.button("shell.leave.stay").click();
      await ui.button("matrix.pending.look", { count: 2 }).click();
      const dialog = ui.dialog("matrix.pending.review", { count: 2 });
      await expect(dialog).toContainText(plan);
      await expect(dialog).toContainText(t("matrix.pending.loses", { tools: tool }));
      await expect(dialog).toContainText(t("matrix.effect.cells", { count: 2, cells: "2" }));
      await button(dialog, t("matrix.pending.apply")).click();
      await expect(ui.text("matrix.change.saved")).toBeVisible();
      await ui.searchbox("matrix.filter.search").fill(TOOL);
      await expect(cell(plan)).not.toBeChecked();
      await expect(cell(other)).not.toBeChecked();
      await expect(ui.region("matrix.pending.title")).toBeHidden();
    },
  );

  asAdministrator(
    "a change of another administrator is loaded, and the switches stay",
    async ({ page, t, catalogue, ui, api, watch }) => {
      watch.expect(409, /^\/api\/admin\/matrix\/preview$/);
      const plan = await makePlan(api);
      const { name: tool } = await catalogue.tool(TOOL);
      await page.goto(`/app/admin/matrix?q=${TOOL}`);
      await ui.switch("matrix.cell.switch", { tool, plan }).press("Space");
      const { plans } = (await api.get("/api/admin/matrix")) as {
        plans: { name: string; id: number; revision: number }[];
      };
      const seen = plans.find(({ name }) => name === plan);
      const change = {
        plans: [{ id: seen?.id, revision: seen?.revision }],
        tools: ["instagram-post"],
        open: false,
      };
      await api.put("/api/admin/matrix", change);
      await ui.button("matrix.pending.look", { count: 1 }).click();
      await expect(page.getByRole("alert").first()).toContainText(plan);
      await expect(ui.button("matrix.pending.look", { count: 1 })).toBeEnabled();
      await ui.button("matrix.pending.look", { count: 1 }).click();
      await expect(ui.dialog("matrix.pending.review", { count: 1 })).toContainText(
        t("matrix.pending.loses", { tools: tool }),
      );
      await button(ui.dialog("matrix.pending.review", { count: 1 }), t("matrix.change.back")).click();
      await ui.button("matrix.pending.discard").click();
      await expect(ui.switch("matrix.cell.switch", { tool, plan })).toBeChecked();
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
    const row = ui.lines().filter({ hasText: t("publishers.page.noKeys") });
    await expect(row.filter({ hasText: id })).toBeVisible();
    await ui.button("publishers.page.editOne", { name: id }).click();
    await dialog.getByRole("combobox", { name: t("publishers.form.level") }).click();
    await page.getByRole("option", { name: t("publishers.level.partner") }).click();
    await expect(dialog.getByText(t("publishers.form.levelAffects"))).toBeVisible();
    await button(dialog, t("publishers.form.save")).click();
    await expect(ui.text("publishers.form.editDone")).toBeVisible();
  });
});
