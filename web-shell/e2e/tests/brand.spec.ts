import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { csrfHeaders } from "../src/person.ts";
import { button, field, switchLanguage } from "../src/shell.ts";
import { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Language, type Texts } from "../src/texts.ts";

const HOME = `<!doctype html><html lang="pl"><title>Chleb | Pod Lipą</title>
  <meta property="og:site_name" content="Piekarnia Pod Lipą"><meta name="description" content="Rzemieślnicza piekarnia.">
  <h2>Ponad 35 lat przy piecu</h2><a href="/o-nas">O nas</a><a href="/kontakt">Kontakt</a></html>`;
const CONTACT = `<a href="tel:+48611234567">+48 61 123 45 67</a>`;
const ROBOTS = "User-agent: *\nDisallow: /o-nas\n";

const KIT = { name: "Pod Lipą", tone: "calm", avoid: ["cheap"], facts: ["Open from 6"] };

const kitPath = (language: Language) => (language === "pl" ? "/app/zestaw-marki" : "/app/brand-kit");
const setupPath = (language: Language) =>
  language === "pl" ? "/app/kreator-zestawu-marki" : "/app/brand-kit-setup";
const fact = (page: Page, t: Texts, number: number) => field(page, t("brand.facts.line", { number }));
const term = (page: Page, t: Texts, column: "source" | "target", number: number) =>
  field(page, t("brand.glossary.cell", { column: t(`brand.glossary.${column}`), number }));
const avoidField = (page: Page, t: Texts) => page.getByRole("combobox", { name: t("brand.avoid.label") });
const save = (page: Page, t: Texts) => button(page, t("brand.action.save")).click();

/** Fills in a kit without the screen. */
async function putKit(page: Page, url: string, kit: object) {
  const headers = await csrfHeaders(page.context(), url);
  const answer = await page.request.put(`${url}/api/brand-kit`, { headers, data: kit });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.beforeEach(async ({ person }) => {
  expect(person.email).toBeTruthy();
});

for (const language of IN_POLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("the website's proposal is checked, completed and saved", async ({ page, t }) => {
      const site = await Site.start({ "/": HOME, "/kontakt": CONTACT, "/robots.txt": ROBOTS });
      await page.goto("/app/dashboard");
      await page.getByRole("link", { name: t("layout.menu.brandKit") }).click();
      await expect(page).toHaveURL(kitPath(language));
      await page.getByRole("link", { name: t("brand.empty.start") }).click();
      await expect(page).toHaveURL(setupPath(language));

      await field(page, t("brand.setup.address")).fill(site.url);
      await button(page, t("brand.setup.read")).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("brand.setup.check"));
      await expect(
        page.getByText(t("brand.read.pages", { count: 2, site: new URL(site.url).host })),
      ).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "/o-nas" })).toContainText("robots.txt");
      await expect(field(page, t("brand.name.label"))).toHaveValue("Piekarnia Pod Lipą");
      await expect(field(page, t("brand.description.label"))).toHaveValue("Rzemieślnicza piekarnia.");
      await expect(fact(page, t, 1)).toHaveValue("Telefon: +48 61 123 45 67");
      await expect(fact(page, t, 2)).toHaveValue("Ponad 35 lat przy piecu");

      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, `brand-proposal-${language}`);
      await expectNoSidewaysScroll(page, `brand-proposal-${language}`);

      await field(page, t("brand.tone.label")).fill("ciepło");
      const avoid = avoidField(page, t);
      await avoid.fill("tani");
      await avoid.press("Enter");
      await button(page, t("brand.facts.remove", { number: 2 })).click();
      await button(page, t("brand.glossary.add")).click();
      await term(page, t, "source", 1).fill("zakwas");
      await term(page, t, "target", 1).fill("sourdough");
      await save(page, t);

      await expect(page).toHaveURL(kitPath(language));
      await expect(page.getByText(t("brand.page.done"))).toBeVisible();
      await page.reload();
      await expect(field(page, t("brand.tone.label"))).toHaveValue("ciepło");
      await expect(fact(page, t, 1)).toHaveValue("Telefon: +48 61 123 45 67");
      await expect(fact(page, t, 2)).toBeHidden();
      await expect(term(page, t, "target", 1)).toHaveValue("sourdough");
      await site.stop();
    });

    test("errors stand at their fields and nothing is lost", async ({ page, t, watch }) => {
      watch.expect(422, /^\/api\/brand-kit$/);
      await page.goto(setupPath(language));
      await button(page, t("brand.setup.byHand")).click();
      await field(page, t("brand.description.label")).fill("x".repeat(1001));
      const avoid = avoidField(page, t);
      await avoid.fill("y".repeat(61));
      await avoid.press("Enter");
      await button(page, t("brand.facts.add")).click();
      await button(page, t("brand.facts.add")).click();
      await fact(page, t, 2).fill("z".repeat(301));
      await button(page, t("brand.glossary.add")).click();
      await term(page, t, "source", 1).fill("zakwas");
      await save(page, t);

      const name = field(page, t("brand.name.label"));
      await expect(name).toHaveAttribute("aria-invalid", "true");
      await expect(name).toBeFocused();
      await expect(field(page, t("brand.description.label"))).toHaveAttribute("aria-invalid", "true");
      await expect(avoid).toHaveAttribute("aria-invalid", "true");
      // The line that was never filled in is gone, so the other one is the first.
      await expect(fact(page, t, 1)).toHaveAttribute("aria-invalid", "true");
      await expect(term(page, t, "target", 1)).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page, `brand-errors-${language}`);

      await name.fill("Pod Lipą");
      await page.reload();
      await expect(name).toHaveValue("Pod Lipą");
      await expect(field(page, t("brand.description.label"))).toHaveValue("x".repeat(1001));
      await field(page, t("brand.description.label")).fill("Chleb");
      await fact(page, t, 1).fill("Otwarte od 6:00");
      await term(page, t, "target", 1).fill("sourdough");
      await page.getByText("y".repeat(61)).locator("..").getByRole("button", { includeHidden: true }).click();
      await save(page, t);
      await expect(page).toHaveURL(kitPath(language));
      await expect(fact(page, t, 1)).toHaveValue("Otwarte od 6:00");
    });
  });
}

test("a site that cannot be read says why, and the kit can be filled in by hand", async ({
  page,
  t,
  watch,
}) => {
  watch.expect(422, /^\/api\/brand-kit\/proposal$/);
  await page.goto("/app/brand-kit-setup");
  const address = field(page, t("brand.setup.address"));
  await address.fill("10.0.0.1");
  await button(page, t("brand.setup.read")).click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("main").getByText("does not lead to a public website")).toBeVisible();
  await expect(address).toHaveValue("10.0.0.1");
  await button(page, t("brand.setup.byHand")).click();
  await expect(field(page, t("brand.name.label"))).toBeVisible();
});

test("reading can be stopped", async ({ page, t }) => {
  const site = await Site.start({ "/": null, "/robots.txt": "" });
  await page.goto("/app/brand-kit-setup");
  await field(page, t("brand.setup.address")).fill(site.url);
  await button(page, t("brand.setup.read")).click();
  await expect(page.getByText(t("brand.setup.reading"))).toBeVisible();
  await button(page, t("brand.setup.stop")).click();
  await expect(button(page, t("brand.setup.read"))).toBeEnabled();
  await expect(page.getByText(t("brand.setup.reading"))).toBeHidden();
  await site.stop();
});

test("a change from another window is not overwritten unseen", async ({ page, t, server, watch }) => {
  watch.expect(409, /^\/api\/brand-kit$/);
  await putKit(page, server.url, KIT);
  await page.goto("/app/brand-kit");
  await field(page, t("brand.tone.label")).fill("mine");
  await putKit(page, server.url, { ...KIT, tone: "theirs" });
  await save(page, t);
  const alert = page.getByRole("alert").filter({ hasText: t("brand.conflict.title") });
  await expect(alert).toBeVisible();
  await expect(field(page, t("brand.tone.label"))).toHaveValue("mine");
  await button(alert, t("brand.conflict.take")).click();
  await expect(alert).toBeHidden();
  await save(page, t);
  await expect(page.getByText(t("brand.page.done"))).toBeVisible();
  await page.reload();
  await expect(field(page, t("brand.tone.label"))).toHaveValue("mine");
});

test("the other language keeps what was typed, and deleting can be taken back", async ({
  page,
  t,
  server,
}) => {
  await putKit(page, server.url, KIT);
  await page.goto("/app/brand-kit");
  await field(page, t("brand.tone.label")).fill("half a thought");
  await switchLanguage(page, t, "pl");
  await expect(page).toHaveURL("/app/zestaw-marki");
  await expect(field(page, "Ton")).toHaveValue("half a thought");
  await button(page, "Usuń").click();
  await expect(page.getByRole("link", { name: "Utwórz zestaw marki" })).toBeVisible();
  await button(page, "Cofnij").click();
  await expect(field(page, "Ton")).toHaveValue("calm");
});
