import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { Site } from "../src/site.ts";
import { asUser, button, expect, field, IN_POLISH, inEach, switchLanguage } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const HOME = `<!doctype html><html lang="pl"><title>Chleb | Pod Lipą</title>
  <meta property="og:site_name" content="Piekarnia Pod Lipą"><meta name="description" content="Rzemieślnicza piekarnia.">
  <h2>Ponad 35 lat przy piecu</h2><a href="/o-nas">O nas</a><a href="/kontakt">Kontakt</a></html>`;
const CONTACT = `<a href="tel:+48611234567">+48 61 123 45 67</a>`;
const ROBOTS = "User-agent: *\nDisallow: /o-nas\n";

const KIT = { name: "Pod Lipą", tone: "calm", avoid: ["cheap"], facts: ["Open from 6"] };

const fact = (ui: Ui, number: number) => ui.field("brand.facts.line", { number });
const term = (ui: Ui, column: "source" | "target", number: number) =>
  ui.field("brand.glossary.cell", { column: ui.t(`brand.glossary.${column}`), number });
const save = (ui: Ui) => ui.button("brand.action.save").click();

inEach(IN_POLISH, (language) => {
  asUser("the website's proposal is checked, completed and saved", async ({ page, t, ui }) => {
    const site = await Site.start({ "/": HOME, "/kontakt": CONTACT, "/robots.txt": ROBOTS });
    await page.goto("/app/dashboard");
    await ui.menu("layout.menu.brandKit").click();
    await expect(page).toHaveURL(ui.path("brandKit"));
    await ui.link("brand.empty.start").click();
    await expect(page).toHaveURL(ui.path("brandKitSetup"));

    await ui.field("brand.setup.address").fill(site.url);
    await ui.button("brand.setup.read").click();
    await expect(ui.title()).toHaveText(t("brand.setup.check"));
    await expect(ui.text("brand.read.pages", { count: 2, site: new URL(site.url).host })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "/o-nas" })).toContainText("robots.txt");
    await expect(ui.field("brand.name.label")).toHaveValue("Piekarnia Pod Lipą");
    await expect(ui.field("brand.description.label")).toHaveValue("Rzemieślnicza piekarnia.");
    await expect(fact(ui, 1)).toHaveValue("Telefon: +48 61 123 45 67");
    await expect(fact(ui, 2)).toHaveValue("Ponad 35 lat przy piecu");

    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, `brand-proposal-${language}`);
    await expectNoSidewaysScroll(page, `brand-proposal-${language}`);

    await ui.field("brand.tone.label").fill("ciepło");
    const avoid = ui.combobox("brand.avoid.label");
    await avoid.fill("tani");
    await avoid.press("Enter");
    await ui.button("brand.facts.remove", { number: 2 }).click();
    await ui.button("brand.glossary.add").click();
    await term(ui, "source", 1).fill("zakwas");
    await term(ui, "target", 1).fill("sourdough");
    await save(ui);

    await expect(page).toHaveURL(ui.path("brandKit"));
    await expect(ui.text("brand.page.done")).toBeVisible();
    await page.reload();
    await expect(ui.field("brand.tone.label")).toHaveValue("ciepło");
    await expect(fact(ui, 1)).toHaveValue("Telefon: +48 61 123 45 67");
    await expect(fact(ui, 2)).toBeHidden();
    await expect(term(ui, "target", 1)).toHaveValue("sourdough");
    await site.stop();
  });

  asUser("errors are shown at their fields and no input is lost", async ({ page, watch, ui }) => {
    watch.expect(422, /^\/api\/brand-kit$/);
    await ui.open("brandKitSetup");
    await ui.button("brand.setup.byHand").click();
    await ui.field("brand.description.label").fill("x".repeat(1001));
    const avoid = ui.combobox("brand.avoid.label");
    await avoid.fill("y".repeat(61));
    await avoid.press("Enter");
    await ui.button("brand.facts.add").click();
    await ui.button("brand.facts.add").click();
    await fact(ui, 2).fill("z".repeat(301));
    await ui.button("brand.glossary.add").click();
    await term(ui, "source", 1).fill("zakwas");
    await save(ui);

    const name = ui.field("brand.name.label");
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(name).toBeFocused();
    await expect(ui.field("brand.description.label")).toHaveAttribute("aria-invalid", "true");
    await expect(avoid).toHaveAttribute("aria-invalid", "true");
    // Empty lines are removed, so the other one is the first.
    await expect(fact(ui, 1)).toHaveAttribute("aria-invalid", "true");
    await expect(term(ui, "target", 1)).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page, `brand-errors-${language}`);

    await name.fill("Pod Lipą");
    await page.reload();
    await expect(name).toHaveValue("Pod Lipą");
    await expect(ui.field("brand.description.label")).toHaveValue("x".repeat(1001));
    await ui.field("brand.description.label").fill("Chleb");
    await fact(ui, 1).fill("Otwarte od 6:00");
    await term(ui, "target", 1).fill("sourdough");
    await page.getByText("y".repeat(61)).locator("..").getByRole("button", { includeHidden: true }).click();
    await save(ui);
    await expect(page).toHaveURL(ui.path("brandKit"));
    await expect(fact(ui, 1)).toHaveValue("Otwarte od 6:00");
  });
});

asUser(
  "an unreadable site shows the reason, and the kit is filled in by hand",
  async ({ page, watch, ui }) => {
    watch.expect(422, /^\/api\/brand-kit\/proposal$/);
    await page.goto("/app/brand-kit-setup");
    const address = ui.field("brand.setup.address");
    await address.fill("10.0.0.1");
    await ui.button("brand.setup.read").click();
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("main").getByText("doesn't lead to a public website")).toBeVisible();
    await expect(address).toHaveValue("10.0.0.1");
    await ui.button("brand.setup.byHand").click();
    await expect(ui.field("brand.name.label")).toBeVisible();
  },
);

asUser("reading can be stopped", async ({ page, ui }) => {
  const site = await Site.start({ "/": null, "/robots.txt": "" });
  await page.goto("/app/brand-kit-setup");
  await ui.field("brand.setup.address").fill(site.url);
  await ui.button("brand.setup.read").click();
  await expect(ui.text("brand.setup.reading")).toBeVisible();
  await ui.button("brand.setup.stop").click();
  await expect(ui.button("brand.setup.read")).toBeEnabled();
  await expect(ui.text("brand.setup.reading")).toBeHidden();
  await site.stop();
});

asUser("a change from another window is not overwritten silently", async ({ page, t, watch, ui, api }) => {
  watch.expect(409, /^\/api\/brand-kit$/);
  await api.put("/api/brand-kit", KIT);
  await page.goto("/app/brand-kit");
  await ui.field("brand.tone.label").fill("mine");
  await api.put("/api/brand-kit", { ...KIT, tone: "theirs" });
  await save(ui);
  const alert = page.getByRole("alert").filter({ hasText: t("brand.conflict.title") });
  await expect(alert).toBeVisible();
  await expect(ui.field("brand.tone.label")).toHaveValue("mine");
  await button(alert, t("brand.conflict.take")).click();
  await expect(alert).toBeHidden();
  await save(ui);
  await expect(ui.text("brand.page.done")).toBeVisible();
  await page.reload();
  await expect(ui.field("brand.tone.label")).toHaveValue("mine");
});

asUser("a change of language keeps the input, and deleting is undone", async ({ page, t, ui, api }) => {
  await api.put("/api/brand-kit", KIT);
  await page.goto("/app/brand-kit");
  await ui.field("brand.tone.label").fill("half a thought");
  await switchLanguage(page, t, "pl");
  await expect(page).toHaveURL("/app/zestaw-marki");
  await expect(field(page, "Ton")).toHaveValue("half a thought");
  await button(page, "Usuń").click();
  await expect(page.getByRole("link", { name: "Utwórz zestaw marki" })).toBeVisible();
  await button(page, "Cofnij").click();
  await expect(field(page, "Ton")).toHaveValue("calm");
});
