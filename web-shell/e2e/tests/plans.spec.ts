import type { Page } from "@playwright/test";
import { besideAdministrator } from "../src/administrator.ts";
import { button, field, wordsRing } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Texts } from "../src/texts.ts";

const TOOLS = { en: "/app/tools", pl: "/app/narzedzia" };
const BILLING = { en: "/app/settings/billing", pl: "/app/ustawienia/płatności" };
const AGENCY = { en: "Agency", pl: "Agencja" };
const PRICE = { en: "$1,990", pl: "4 990 zł" };

/** Numbers and their units stand apart by spaces of several kinds. */
const plain = (text: string | null) => (text ?? "").replace(/\s/g, " ");

test.beforeEach(async ({ person }) => {
  expect(person.email).toBeTruthy();
});

async function runExample(page: Page, t: Texts, tool: string) {
  await page.goto(tool);
  await button(page, t("sdk.form.example")).click();
  await button(page, t("sdk.form.submit")).click();
}

/** Gives somebody a plan on their page. */
async function givePlan(desk: Page, t: Texts, id: string, plan: string) {
  await desk.goto(`/app/admin/user/${id}`);
  const form = desk.getByRole("region", { name: t("products.assign.title"), exact: true });
  await expect(button(form, t("products.assign.save"))).toBeDisabled();
  await form.getByRole("combobox", { name: t("products.assign.plan") }).click();
  await desk.getByRole("option", { name: plan }).click();
  await expect(form.getByText(t("products.assign.effect"))).toBeVisible();
  await button(form, t("products.assign.save")).click();
  await expect(desk.getByText(t("products.assign.saved"))).toBeVisible();
  await expect(form.getByRole("paragraph").filter({ hasText: plan })).toBeVisible();
}

for (const language of IN_POLISH) {
  test.describe(`with the words used up, in ${language}`, () => {
    test.use({ setup: "poor", language });

    test("the dialog leads to the plans, an administrator accepts, and the words are there", async ({
      page,
      browser,
      server,
      model,
      t,
      watch,
    }) => {
      watch.expect(402, /\/runs$/);
      model.answer((call) => call.say("Bread from seven in the morning."));
      await runExample(page, t, `${TOOLS[language]}/facebook-post`);
      const dialog = page.getByRole("dialog", { name: t("shell.limit.title") });
      await dialog.getByRole("link", { name: t("shell.limit.plans") }).click();
      await expect(page).toHaveURL("/checkout");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("plans.page.title"));

      await page.getByText(t("plans.period.annual"), { exact: true }).click();
      const card = page.getByRole("article").filter({ hasText: AGENCY[language] });
      await expect.poll(async () => plain(await card.textContent())).toContain(PRICE[language]);
      await button(page, t("plans.card.chooseName", { plan: AGENCY[language] })).click();
      const asked = page.getByText(t("plans.request.title", { plan: AGENCY[language] }));
      await expect(asked).toBeVisible();

      await besideAdministrator(browser, server, language, async (desk) => {
        await desk.goto("/app/admin/products");
        const name = "Zofia Łąka";
        await button(desk, t("products.requests.acceptName", { name, plan: AGENCY[language] }))
          .first()
          .click();
        await expect(desk.getByText(t("products.requests.accept_done", { name }))).toBeVisible();
      });

      await page.goto(`${TOOLS[language]}/facebook-post`);
      await expect(wordsRing(page, t, 1_000_000, 1_000_000)).toBeVisible();
      await button(page, t("sdk.form.example")).click();
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();

      await page.goto(BILLING[language]);
      await expect(page.getByText(t("settings.billing.name", { plan: AGENCY[language] }))).toBeVisible();
      const grants = page.getByRole("region", { name: t("settings.billing.grants") });
      await expect(grants.getByText(t("settings.billing.reason.plan"))).toBeVisible();
      await button(page, t("settings.billing.change")).click();
      await expect(page).toHaveURL("/checkout");
      await expect(card.getByText(t("plans.card.own"))).toBeVisible();
    });
  });

  test.describe(`plans in ${language}`, () => {
    test.use({ language });

    test("an administrator takes a tool out of a plan and is told whom that concerns", async ({
      page,
      context,
      browser,
      server,
      catalogue,
      t,
      watch,
    }) => {
      watch.expect(402, /\/runs$/);
      const plan = `Piekarnia ${language} ${process.pid}`;
      const translate = await catalogue.tool("translate");
      const { id } = await (await context.request.get(`${server.url}/api/user`)).json();
      await besideAdministrator(browser, server, language, async (desk) => {
        await desk.goto("/app/admin/products");
        await button(desk, t("products.page.new")).click();
        await button(desk, t("products.form.create")).click();
        await expect(
          field(desk, `${t("products.form.name_en")} *`).or(field(desk, t("products.form.name_en"))),
        ).toHaveAttribute("aria-invalid", "true");
        for (const name of ["name_en", "name_pl"]) await desk.locator(`[name=${name}]`).fill(plan);
        await desk.locator("[name=monthly_usd]").fill("49");
        await desk.locator("[name=ai_words]").fill("5000");
        await button(desk, t("products.form.create")).click();
        await expect(desk.getByText(t("products.form.saved"))).toBeVisible();
        const edit = button(desk, t("products.list.editName", { plan }));
        await expect(edit).toBeVisible();

        await givePlan(desk, t, id, plan);
        await desk.goto("/app/admin/products");
        await edit.click();
        await desk.getByRole("radio", { name: t("products.tools.some") }).check();
        for (const category of await desk.locator(".product-category legend input").all())
          await category.check();
        await desk.getByRole("searchbox", { name: t("products.tools.search") }).fill("transl");
        await desk.getByRole("checkbox", { name: translate.name, exact: true }).uncheck();
        const effect = t("products.effect.lose", { count: 1, tools: translate.name });
        await expect(desk.getByRole("status").getByText(effect)).toBeVisible();
        await button(desk, t("products.form.save")).click();
        await expect(desk.getByText(t("products.form.saved"))).toBeVisible();
      });

      await page.goto(TOOLS[language]);
      const card = page.getByRole("article").filter({ hasText: translate.name });
      await expect(
        card.getByText(t("tools.lock.plan", { plan: language === "pl" ? "Darmowy" : "Free" })),
      ).toBeVisible();
      await runExample(page, t, `${TOOLS[language]}/translate`);
      const dialog = page.getByRole("dialog", { name: t("shell.limit.title") });
      await expect(dialog).toContainText(translate.name);
      await expect(dialog).toContainText(plan);
      await button(dialog, t("shell.limit.dismiss")).click();
      await runExample(page, t, `${TOOLS[language]}/facebook-post`);
      await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();
    });

    test("a request can be taken back, and a guest is asked to sign in", async ({
      page,
      context,
      server,
      t,
    }) => {
      await page.goto("/checkout");
      await button(page, t("plans.card.chooseName", { plan: "Pro" })).click();
      await expect(page.getByText(t("plans.card.asked"))).toBeVisible();
      await button(page, t("plans.request.withdraw")).click();
      await expect(button(page, t("plans.card.chooseName", { plan: "Pro" }))).toBeVisible();

      await context.clearCookies({ name: /^(?!locale|cookie_consent)/ });
      await page.goto(`${server.url}/checkout`);
      await page.getByRole("link", { name: t("plans.card.chooseName", { plan: "Pro" }) }).click();
      await expect(page).toHaveURL("/login?next=%2Fcheckout");
    });
  });
}
