import { beside, enterAsAdministrator } from "../src/staff.ts";
import { asUser, button, expect, field, IN_POLISH, inEach, test, wordsRing } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const AGENCY = { en: "Agency", pl: "Agencja" };
const PRICE = { en: "$1,990", pl: "4 990 zł" };

/** Numbers and their units are separated by several kinds of spaces. */
const plain = (text: string | null) => (text ?? "").replace(/\s/g, " ");

async function tryExample(ui: Ui, tool: string) {
  await ui.openTool(tool);
  await ui.button("sdk.form.example").click();
  await ui.button("sdk.form.submit").click();
}

/** Changes the plan of a user on their page. */
async function givePlan(desk: Ui, id: string, plan: string) {
  await desk.open("adminUser", { user: id });
  const name = desk.t("products.assign.title");
  const region = desk.page.getByRole("region", { name, exact: true });
  const form = desk.in(region);
  await expect(form.button("products.assign.save")).toBeDisabled();
  await form.combobox("products.assign.plan").click();
  await desk.page.getByRole("option", { name: plan }).click();
  await expect(form.text("products.assign.effect")).toBeVisible();
  await form.button("products.assign.save").click();
  await expect(desk.text("products.assign.saved")).toBeVisible();
  await expect(region.getByRole("paragraph").filter({ hasText: plan })).toBeVisible();
}

inEach(IN_POLISH, (language) => {
  test.use({ setup: "poor" });

  asUser(
    "the dialog leads to the plans, an administrator accepts, and the words are granted",
    async ({ page, browser, server, model, t, watch, ui }) => {
      watch.expect(402, /\/runs$/);
      model.answer((call) => call.say("Bread from seven in the morning."));
      await tryExample(ui, "facebook-post");
      const dialog = ui.dialog("shell.limit.title");
      await dialog.getByRole("link", { name: t("shell.limit.plans") }).click();
      await expect(page).toHaveURL("/checkout");
      await expect(ui.title()).toHaveText(t("plans.page.title"));

      await page.getByText(t("plans.period.annual"), { exact: true }).click();
      const card = page.getByRole("article").filter({ hasText: AGENCY[language] });
      await expect.poll(async () => plain(await card.textContent())).toContain(PRICE[language]);
      await ui.button("plans.card.chooseName", { plan: AGENCY[language] }).click();
      // Nothing is requested at one tap.
      const sure = ui.dialog("plans.request.sure", { plan: AGENCY[language] });
      await expect.poll(async () => plain(await sure.textContent())).toContain(PRICE[language]);
      const asked = page.getByRole("status").filter({ hasText: AGENCY[language] });
      await expect(asked).toBeHidden();
      await button(sure, t("plans.request.send")).click();
      await expect(asked).toContainText(t("plans.request.title", { plan: AGENCY[language] }));
      await expect.poll(async () => plain(await asked.textContent())).toContain(PRICE[language]);

      await beside(browser, server, language, async (desk, admin) => {
        await enterAsAdministrator(admin, language);
        await desk.open("adminProducts");
        const name = "Zofia Łąka";
        await desk.button("products.requests.acceptName", { name, plan: AGENCY[language] }).first().click();
        await expect(desk.text("products.requests.accept_done", { name })).toBeVisible();
      });

      await ui.openTool();
      await expect(wordsRing(page, t, 1_000_000, 1_000_000)).toBeVisible();
      await ui.button("sdk.form.example").click();
      await ui.button("sdk.form.submit").click();
      await expect(ui.link("sdk.result.open")).toBeVisible();

      await ui.open("settingsBilling");
      await expect(ui.heading("settings.billing.name", { plan: AGENCY[language] })).toBeVisible();
      const plan = ui.region("settings.billing.plan");
      const pages = { used: t.number(0), allowance: t.number(50_000) };
      await expect(plan.getByText(t("settings.billing.meter.pages.used", pages))).toBeVisible();
      const grants = ui.region("settings.billing.grants");
      await expect(grants.getByText(t("settings.billing.reason.plan"))).toBeVisible();
      await ui.button("settings.billing.change").click();
      await expect(page).toHaveURL("/checkout");
      await expect(card.getByText(t("plans.card.own"))).toBeVisible();
    },
  );
});

inEach(IN_POLISH, (language) => {
  asUser(
    "an administrator removes a tool from a plan and sees the affected accounts",
    async ({ page, browser, server, catalogue, t, watch, ui, api }) => {
      watch.expect(402, /\/runs$/);
      const plan = `Piekarnia ${language} ${process.pid}`;
      const translate = await catalogue.tool("translate");
      const { id } = await api.get("/api/user");
      await beside(browser, server, language, async (desk, admin) => {
        await enterAsAdministrator(admin, language);
        await desk.open("adminProducts");
        await desk.button("products.page.new").click();
        await desk.button("products.form.create").click();
        await expect(
          field(desk.page, `${t("products.form.name_en")} *`).or(desk.field("products.form.name_en")),
        ).toHaveAttribute("aria-invalid", "true");
        for (const name of ["name_en", "name_pl"]) await desk.page.locator(`[name=${name}]`).fill(plan);
        await desk.page.locator("[name=monthly_usd]").fill("49");
        await desk.page.locator("[name=ai_words]").fill("5000");
        await desk.page.locator("[name=pages]").fill("40");
        await desk.button("products.form.create").click();
        await expect(desk.text("products.form.saved")).toBeVisible();
        const edit = desk.button("products.list.editName", { plan });
        await expect(edit).toBeVisible();

        await givePlan(desk, id, plan);
        await desk.open("adminProducts");
        await edit.click();
        await desk.radio("products.tools.some").check();
        for (const category of await desk.page.locator(".product-category legend input").all())
          await category.check();
        await desk.searchbox("products.tools.search").fill("transl");
        await desk.page.getByRole("checkbox", { name: translate.name, exact: true }).uncheck();
        const effect = t("products.effect.lose", { count: 1, tools: translate.name });
        await expect(desk.page.getByRole("status").getByText(effect)).toBeVisible();
        await desk.button("products.form.save").click();
        await expect(desk.text("products.form.saved")).toBeVisible();
      });

      await ui.open("tools");
      const card = page.getByRole("article").filter({ hasText: translate.name });
      await expect(
        card.getByText(t("tools.lock.plan", { plan: language === "pl" ? "Darmowy" : "Free" })),
      ).toBeVisible();
      await tryExample(ui, "translate");
      const dialog = ui.dialog("shell.limit.title");
      await expect(dialog).toContainText(translate.name);
      await expect(dialog).toContainText(plan);
      await button(dialog, t("shell.limit.dismiss")).click();
      await tryExample(ui, "facebook-post");
      await expect(ui.link("sdk.result.open")).toBeVisible();
    },
  );

  asUser("a request can be withdrawn, and a guest has to sign in", async ({ page, context, server, ui }) => {
    await page.goto("/checkout");
    await ui.button("plans.card.chooseName", { plan: "Pro" }).click();
    await ui.button("plans.request.send").click();
    await expect(ui.text("plans.card.asked")).toBeVisible();
    await ui.button("plans.request.withdraw").click();
    await expect(ui.button("plans.card.chooseName", { plan: "Pro" })).toBeVisible();

    await context.clearCookies({ name: /^(?!locale|cookie_consent)/ });
    await page.goto(`${server.url}/checkout`);
    await ui.link("plans.card.chooseName", { plan: "Pro" }).click();
    await expect(page).toHaveURL("/login?next=%2Fcheckout");
  });
});

asUser(
  "the plan that fits is recommended, and plans are compared on a phone",
  async ({ page, t, ui, api }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/checkout");
    const table = page.getByRole("table", { name: t("plans.compare.title") });
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await expect(table.getByRole("columnheader").first()).toContainText(t("plans.card.own"));
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    const own = page.getByRole("article").filter({ hasText: t("plans.card.recommended") });
    await expect(own).toHaveCount(1);
    await expect(own).toContainText(t("plans.card.own"));
    await expect(own).toContainText(t("plans.why.unused"));
    // The plan has room for three projects: with three, it is no advice.
    for (const domain of ["one.example.com", "two.example.com", "three.example.com"])
      await api.post("/api/project/addProject", { domain, language_code: "en", location_code: 2840 });
    await page.reload();
    await expect(own).toContainText(t("plans.why.projects", { count: 3, projects: "3" }));
    await expect(own).not.toContainText(t("plans.card.own"));
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(table).toBeHidden();
    await expect(ui.button("plans.card.chooseName", { plan: "Pro" })).toBeVisible();
  },
);
