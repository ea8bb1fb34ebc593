import type { Page } from "@playwright/test";
import { csrfHeaders } from "../src/person.ts";
import { button, field, focusInside, switchLanguage } from "../src/shell.ts";
import { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Language, type Texts, textsOf } from "../src/texts.ts";

const addPath = (language: Language) => (language === "pl" ? "/app/dodaj-projekt" : "/app/add-project");
const selector = (page: Page, t: Texts, project: string) =>
  button(page, `${project}, ${t("layout.project.choose")}`);
/** An entry says the language by its flag and the domain by its name. */
const entry = (page: Page, project: string, language: string) => button(page, `${language} ${project}`);
const bin = (page: Page, t: Texts, domain: string) => button(page, t("layout.project.delete", { domain }));

/** Adds a project without the screen. */
async function addProject(
  page: Page,
  url: string,
  domain: string,
  language_code = "pl",
  location_code = 2616,
) {
  const headers = await csrfHeaders(page.context(), url);
  const data = { domain, language_code, location_code };
  const answer = await page.request.post(`${url}/api/project/addProject`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
}

for (const language of IN_POLISH) {
  test.describe(`in ${language}`, () => {
    test.use({ language });
    const polish = language === "pl" ? "polski" : "Polish";

    test("a project is added, selected, and deleted after a question", async ({ page, person, t, watch }) => {
      expect(person.email).toBeTruthy();
      watch.expect(422, /addProject$/);
      await page.goto("/app/dashboard");
      await selector(page, t, t("layout.project.none")).click();
      await page.getByRole("link", { name: t("layout.project.add") }).click();
      await expect(page).toHaveURL(addPath(language));

      const domain = field(page, t("projects.field.domain"));
      await button(page, t("projects.add.submit")).click();
      await expect(domain).toHaveAttribute("aria-invalid", "true");
      await expect(domain).toBeFocused();
      await domain.fill("https://www.Żółw.pl/oferta?strona=2");
      const place = page.getByRole("combobox", { name: t("projects.field.location") });
      await place.fill(language === "pl" ? "wegr" : "hung");
      await page.getByRole("option", { name: language === "pl" ? "Węgry" : "Hungary" }).click();
      const spoken = page.getByRole("combobox", { name: t("projects.field.language") });
      await expect(spoken).toHaveValue(language === "pl" ? "Węgierski" : "Hungarian");
      await place.fill("pol");
      await page.getByRole("option", { name: language === "pl" ? "Polska" : "Poland" }).click();
      await expect(spoken).toHaveValue(language === "pl" ? "Polski" : "Polish");
      await button(page, t("projects.add.submit")).click();
      await expect(page).toHaveURL("/app/dashboard");
      await expect(selector(page, t, "żółw.pl")).toBeVisible();

      await page.goto(addPath(language));
      await domain.fill("XN--W-UGA1V8H.PL.");
      await place.fill("pol");
      await page.getByRole("option", { name: language === "pl" ? "Polska" : "Poland" }).click();
      await button(page, t("projects.add.submit")).click();
      await expect(domain).toHaveAccessibleDescription(/żółw\.pl/);

      await selector(page, t, "żółw.pl").click();
      await expect(entry(page, "żółw.pl", polish)).toHaveAttribute("aria-current", "true");
      await bin(page, t, "żółw.pl").click();
      const dialog = page.getByRole("dialog", {
        name: t("layout.project.deleteTitle", { domain: "żółw.pl" }),
      });
      await expect(dialog.getByText(t("layout.project.deleteText", { domain: "żółw.pl" }))).toBeVisible();
      await button(dialog, t("layout.project.keep")).click();
      await expect(dialog).toBeHidden();
      await selector(page, t, "żółw.pl").click();
      await bin(page, t, "żółw.pl").click();
      await button(dialog, t("layout.project.confirm")).click();
      await expect(page.getByText(t("layout.project.deleted", { domain: "żółw.pl" }))).toBeVisible();
      await expect(selector(page, t, t("layout.project.none"))).toBeVisible();
    });

    test("a new account is led to its website, its brand and its first text", async ({ page, person, t }) => {
      expect(person.email).toBeTruthy();
      const site = await Site.start({
        "/": `<title>Pod Lipą</title><meta property="og:site_name" content="Piekarnia Pod Lipą">`,
        "/robots.txt": "",
      });
      await page.goto("/app/dashboard");
      await page.getByRole("link", { name: t("dashboard.step.project.title") }).click();
      await expect(page).toHaveURL("/onboarding");
      await field(page, t("projects.field.domain")).fill("podlipa.pl");
      await button(page, t("projects.onboarding.next")).click();

      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(t("projects.onboarding.brandTitle"));
      await expect(heading).toBeFocused();
      const address = field(page, t("brand.setup.address"));
      await expect(address).toHaveValue("podlipa.pl");
      await address.fill(site.url);
      await button(page, t("brand.setup.read")).click();
      await expect(field(page, t("brand.name.label"))).toHaveValue("Piekarnia Pod Lipą");
      await button(page, t("brand.action.save")).click();

      await expect(heading).toHaveText(t("projects.onboarding.toolsTitle"));
      await expect(
        page.getByRole("region", { name: t("tools.shelf.title") }).getByRole("link"),
      ).not.toHaveCount(0);
      await page.goBack();
      await expect(page.getByText(t("brand.step.known", { name: "Piekarnia Pod Lipą" }))).toBeVisible();
      await page.goForward();
      await page.getByRole("link", { name: t("projects.onboarding.finish") }).click();
      await expect(page).toHaveURL("/app/dashboard");
      await expect(selector(page, t, "podlipa.pl")).toBeVisible();
      await expect(page.getByRole("link", { name: t("dashboard.step.project.title") })).toBeHidden();
      await site.stop();
    });
  });
}

test("every step of the first minutes can be left out", async ({ page, person, t }) => {
  expect(person.email).toBeTruthy();
  await page.goto("/onboarding");
  await button(page, t("projects.onboarding.later")).click();
  await expect(page).toHaveURL("/onboarding?step=brand");
  await button(page, t("projects.onboarding.skip")).click();
  await expect(page).toHaveURL("/onboarding?step=tools");
  await page.goto("/onboarding");
  await page.getByRole("link", { name: t("projects.onboarding.skipAll") }).click();
  await expect(page).toHaveURL("/app/dashboard");
});

test("a guest has to sign in before the first minutes", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(page).toHaveURL(/^[^?]*\/login\?next=%2Fonboarding$/);
});

test("each project has its kit, its texts and its language", async ({
  page,
  person,
  server,
  t,
  catalogue,
}) => {
  expect(person.email).toBeTruthy();
  await addProject(page, server.url, "chleb.pl");
  const headers = await csrfHeaders(page.context(), server.url);
  await page.request.put(`${server.url}/api/brand-kit`, { headers, data: { name: "Chleb" } });
  await catalogue.run("facebook-post", { topic: "Rye bread" });
  await addProject(page, server.url, "bread.com", "en", 2840);
  await catalogue.run("facebook-post", { topic: "Rolls" });

  await page.goto("/app/brand-kit");
  await expect(page.getByRole("link", { name: t("brand.empty.start") })).toBeVisible();
  await selector(page, t, "bread.com").click();
  await entry(page, "chleb.pl", "Polish").click();
  await expect(selector(page, t, "chleb.pl")).toBeVisible();
  await expect(field(page, t("brand.name.label"))).toHaveValue("Chleb");
  await field(page, t("brand.tone.label")).fill("half a thought");
  await selector(page, t, "chleb.pl").click();
  await entry(page, "bread.com", "English").click();
  await expect(page.getByRole("link", { name: t("brand.empty.start") })).toBeVisible();
  await selector(page, t, "bread.com").click();
  await entry(page, "chleb.pl", "Polish").click();
  await expect(field(page, t("brand.tone.label"))).toHaveValue("half a thought");

  // The choice is kept, and the form begins in the language of the project.
  await page.goto("/app/tools/facebook-post");
  await expect(selector(page, t, "chleb.pl")).toBeVisible();
  await button(page, t("sdk.form.more")).click();
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("Polish");

  await page.goto("/app/archive");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("combobox", { name: t("documents.archive.project") }).click();
  await page.getByRole("option", { name: "bread.com (en)" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/project=\d+/);
});

test("the selector works by keyboard and follows the language of the screen", async ({
  page,
  person,
  server,
  t,
}) => {
  expect(person.email).toBeTruthy();
  await addProject(page, server.url, "example.com", "en", 2840);
  await addProject(page, server.url, "example.com", "es", 2840);
  await page.goto("/app/dashboard");
  await selector(page, t, "example.com (es)").focus();
  await page.keyboard.press("Enter");
  await entry(page, "example.com (en)", "English").focus();
  await page.keyboard.press("Enter");
  await expect(selector(page, t, "example.com (en)")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(entry(page, "example.com (es)", "Spanish")).toBeVisible();
  await focusInside(page);
  await page.keyboard.press("Escape");
  await expect(entry(page, "example.com (es)", "Spanish")).toBeHidden();
  await expect(selector(page, t, "example.com (en)")).toBeFocused();
  await switchLanguage(page, t, "pl");
  await selector(page, textsOf("pl"), "example.com (en)").click();
  await expect(entry(page, "example.com (es)", "hiszpański")).toBeVisible();
});
