import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../src/accessibility.ts";
import { Site } from "../src/site.ts";
import { asUser, expect, IN_POLISH, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

const HOME = `<!doctype html><html lang="pl"><title>Pod Lipą | Chleb na zakwasie</title>
  <meta name="description" content="Rodzinna piekarnia na poznańskich Jeżycach: chleb na zakwasie i bułki od szóstej rano.">
  <a href="/o-nas">O nas</a><a href="/kontakt">Kontakt</a>
  <p>Wpadnij po ciepły chleb! Zadzwoń i zamów tort na sobotę. Mówimy do klientów po imieniu.</p></html>`;
const ABOUT = `<html lang="pl"><p>Pieczemy od 1987 roku.</p>`;
const CONTACT = `<html lang="pl"><p>Piekarnia Pod Lipą</p><p>ul. Lipowa 1, 60-001 Poznań</p><p>tel. 61 123 45 67</p>
  <p>pon.–pt. 6:00–18:00, sob. 7:00–14:00</p>`;
const PAGES = { "/": HOME, "/o-nas": ABOUT, "/kontakt": CONTACT, "/robots.txt": "" };

const heading = (ui: Ui, step: string) => ui.heading(`onboarding.${step}.title`);
const fact = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** The heading contains the number of the step as well. */
async function expectStep(ui: Ui, step: string) {
  await expect(ui.title()).toContainText(ui.t(`onboarding.${step}.title`));
  await expect(ui.title()).toBeFocused();
}

async function readSite(ui: Ui, url: string) {
  await ui.field("brand.setup.address").fill(url);
  await ui.button("brand.setup.read").click();
  await expectStep(ui, "facts");
}

/** The address of the test's site is none of a project. */
async function nameWebsite(ui: Ui, domain: string) {
  await ui.button("projects.field.changeWebsite").click();
  await ui.field("projects.field.domain").fill(domain);
}

inEach(IN_POLISH, (language) => {
  asUser("the onboarding reads a site and ends with a text about it", async ({ page, t, ui }) => {
    const site = await Site.start(PAGES);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/app/dashboard");
    await ui.link("dashboard.step.project.title").click();
    await expect(page).toHaveURL("/onboarding");
    await readSite(ui, site.url);

    await expect(fact(page, "Telefon: 61 123 45 67")).toContainText("/kontakt");
    for (const text of [
      "ul. Lipowa 1, 60-001 Poznań",
      "pon.–pt. 6:00–18:00; sob. 7:00–14:00",
      "1987",
      "po imieniu",
    ])
      await expect(fact(page, text)).toBeVisible();
    await expectAccessible(page, `onboarding-facts-${language}`);
    await expectNoSidewaysScroll(page, `onboarding-facts-${language}`);

    // A value is changed in its place, and a reload loses nothing.
    await ui.button("brand.step.change", { label: t("brand.name.label") }).click();
    const name = ui.field("brand.name.label");
    await expect(name).toBeFocused();
    await name.fill("Piekarnia Pod Lipą");
    await name.press("Enter");
    await expect(ui.button("brand.step.change", { label: t("brand.name.label") })).toBeFocused();
    await page.reload();
    await expect(fact(page, "Piekarnia Pod Lipą")).toBeVisible();
    await nameWebsite(ui, "podlipa.pl");
    await ui.button("brand.step.right").click();

    await expectStep(ui, "business");
    await page.goBack();
    await expect(fact(page, "Piekarnia Pod Lipą")).toBeVisible();
    await page.goForward();
    await page.getByRole("button", { name: t("onboarding.business.local") }).click();

    await expectStep(ui, "text");
    const result = page.getByRole("main");
    await expect(result).toContainText("Rodzinna piekarnia na poznańskich Jeżycach");
    await expectAccessible(page, `onboarding-text-${language}`);
    await expectNoSidewaysScroll(page, `onboarding-text-${language}`);

    await ui.link("onboarding.text.change").click();
    await expect(page).toHaveURL(ui.path("tool", { tool: "facebook-post" }));
    await expect(page.getByRole("main").locator("textarea").first()).toHaveValue(/Rodzinna piekarnia/);
    await page.goBack();
    await expect(result).toContainText("Rodzinna piekarnia na poznańskich Jeżycach");
    await ui.link("onboarding.text.finish").click();
    await expect(page).toHaveURL(ui.path("dashboard"));
    await expect(ui.link("dashboard.step.project.title")).toBeHidden();
    await expect(ui.link("dashboard.step.post.title")).toBeVisible();
    await site.stop();
  });

  asUser("an address that cannot be read is reported, and the way goes on", async ({ page, watch, ui }) => {
    watch.expect(422, /^\/api\/brand-kit\/proposal$/);
    await page.goto("/onboarding");
    const address = ui.field("brand.setup.address");
    const read = async (url: string) => {
      await address.fill(url);
      await ui.button("brand.setup.read").click();
      await expect(address).toHaveAttribute("aria-invalid", "true");
      await expect(address).toBeFocused();
    };
    // Without a domain no project could be made.
    await read("10.0.0.1");
    await expect(ui.button("brand.step.goOn")).toBeHidden();
    await read("podlipa.example.com:1");
    await ui.button("brand.step.goOn").click();
    await expectStep(ui, "facts");
    await ui.link("onboarding.page.back").click();
    await expectStep(ui, "site");
    await expect(address).toHaveValue("podlipa.example.com:1");
  });

  asUser("without a website a name and a sentence suffice, by keyboard", async ({ page, ui }) => {
    const press = (key: string) => page.keyboard.press(key);
    await page.goto("/onboarding");
    await ui.button("brand.step.noSite").focus();
    await press("Enter");
    await ui.field("brand.name.label").focus();
    await page.keyboard.type("Pod Lipą");
    await press("Tab");
    await page.keyboard.type("Rodzinna piekarnia w Poznaniu, która co noc wypieka chleb na zakwasie.");
    await press("Tab");
    await press("Enter");
    await expectStep(ui, "facts");
    await ui.button("brand.step.right").focus();
    await press("Enter");
    await expectStep(ui, "business");
    await press("Tab");
    await press("Enter");
    await expectStep(ui, "text");
    await expect(page.getByRole("main")).toContainText("Rodzinna piekarnia w Poznaniu");
  });
});

asUser("a reload keeps what a user without a website typed", async ({ page, ui }) => {
  await page.goto("/onboarding");
  await ui.button("brand.step.noSite").click();
  await ui.field("brand.name.label").fill("Pod Lipą");
  await ui.field("brand.step.sentence").fill("Rodzinna piekarnia");
  await page.reload();
  await expect(ui.field("brand.name.label")).toHaveValue("Pod Lipą");
  await expect(ui.field("brand.step.sentence")).toHaveValue("Rodzinna piekarnia");
  // Confirmed, it may be changed on the way back.
  await ui.field("brand.step.sentence").fill("Rodzinna piekarnia na Jeżycach");
  await ui.button("brand.step.next").click();
  await expectStep(ui, "facts");
  await page.goBack();
  await expect(ui.field("brand.step.sentence")).toHaveValue("Rodzinna piekarnia na Jeżycach");
});

asUser("a reload keeps the way that was chosen last", async ({ page, watch, ui }) => {
  watch.expect(422, /^\/api\/brand-kit\/proposal$/);
  await page.goto("/onboarding");
  await ui.field("brand.setup.address").fill("podlipa.example.com:1");
  await ui.button("brand.setup.read").click();
  await ui.button("brand.step.goOn").click();
  await expectStep(ui, "facts");
  await page.goBack();
  await ui.button("brand.step.noSite").click();
  await ui.field("brand.name.label").fill("Pod Lipą");
  await ui.field("brand.step.sentence").fill("Rodzinna piekarnia");
  await page.reload();
  await expect(ui.field("brand.name.label")).toHaveValue("Pod Lipą");
  await ui.button("brand.step.next").click();
  await expectStep(ui, "facts");
  await expect(fact(page, "podlipa.example.com")).toBeHidden();
  await ui.button("brand.step.right").click();
  await expectStep(ui, "business");
  await ui.link("onboarding.page.back").click();
  await expectStep(ui, "facts");
});

asUser("every step can be skipped, and the onboarding resumes where it was left", async ({ page, ui }) => {
  const site = await Site.start(PAGES);
  await page.goto("/onboarding");
  await ui.link("onboarding.page.skip").click();
  await expect(page).toHaveURL("/app/dashboard");
  await page.goto("/onboarding");
  await readSite(ui, site.url);
  await ui.link("onboarding.page.skip").click();
  await page.goto("/onboarding");
  await expect(heading(ui, "facts")).toBeVisible();
  await expect(fact(page, "1987")).toBeVisible();
  await site.stop();
});

test("a guest has to sign in before the onboarding", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(page).toHaveURL(/^[^?]*\/login\?next=%2Fonboarding$/);
});
