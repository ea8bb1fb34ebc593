import type { Api } from "../src/api.ts";
import { addClients, addHistory } from "../src/history.ts";
import { button, focusInside, switchLanguage } from "../src/shell.ts";
import {
  asUser,
  expect,
  IN_POLISH,
  inEach,
  type Locator,
  type Page,
  type Texts,
  textsOf,
} from "../src/test.ts";

const selector = (page: Page, t: Texts, project: string) =>
  button(page, `${project}, ${t("layout.project.choose")}`);
/** An entry shows the name, the country as a flag if it is known, and the language. */
const entry = (page: Page, project: string, language: string) =>
  page.getByRole("button", { name: new RegExp(`^${project.replace(/[.()]/g, "\\$&")} (.+ )?${language}$`) });
/** Opens the menu of a project and asks for its deletion. */
async function askToDelete(page: Page, t: Texts, domain: string, within: Page | Locator = page) {
  await button(within, t("layout.project.more", { domain })).click();
  await page.getByRole("menuitem", { name: t("layout.project.delete", { domain }), exact: true }).click();
}

/** Adds a project without the screen. */
const addProject = (api: Api, domain: string, language_code = "pl", location_code = 2616) =>
  api.post("/api/project/addProject", { domain, language_code, location_code });

inEach(IN_POLISH, (language) => {
  const polish = language === "pl" ? "polski" : "Polish";

  asUser("a project is added, selected, and deleted after a question", async ({ page, t, watch, ui }) => {
    watch.expect(422, /addProject$/);
    await page.goto("/app/dashboard");
    await selector(page, t, t("layout.project.none")).click();
    await ui.link("layout.project.add").click();
    await expect(page).toHaveURL(ui.path("addProject"));

    const domain = ui.field("projects.field.domain");
    await ui.button("projects.add.submit").click();
    await expect(domain).toHaveAttribute("aria-invalid", "true");
    await expect(domain).toBeFocused();
    await domain.fill("https://www.Żółw.pl/oferta?strona=2");
    const place = ui.combobox("projects.field.location");
    await place.fill(language === "pl" ? "wegr" : "hung");
    await page.getByRole("option", { name: language === "pl" ? "Węgry" : "Hungary" }).click();
    const spoken = ui.combobox("projects.field.language");
    await expect(spoken).toHaveValue(language === "pl" ? "Węgierski" : "Hungarian");
    await place.fill("pol");
    await page.getByRole("option", { name: language === "pl" ? "Polska" : "Poland" }).click();
    await expect(spoken).toHaveValue(language === "pl" ? "Polski" : "Polish");
    await ui.button("projects.add.submit").click();
    await expect(page).toHaveURL("/app/dashboard");
    await expect(selector(page, t, "żółw.pl")).toBeVisible();

    await ui.open("addProject");
    await domain.fill("XN--W-UGA1V8H.PL.");
    await place.fill("pol");
    await page.getByRole("option", { name: language === "pl" ? "Polska" : "Poland" }).click();
    await ui.button("projects.add.submit").click();
    await expect(domain).toHaveAccessibleDescription(/żółw\.pl/);

    await selector(page, t, "żółw.pl").click();
    await expect(entry(page, "żółw.pl", polish)).toHaveAttribute("aria-current", "true");
    await askToDelete(page, t, "żółw.pl");
    const dialog = ui.dialog("layout.project.deleteTitle", { domain: "żółw.pl" });
    await expect(dialog.getByText(t("layout.project.deleteText", { domain: "żółw.pl" }))).toBeVisible();
    await button(dialog, t("layout.project.keep")).click();
    await expect(dialog).toBeHidden();
    await expect(selector(page, t, "żółw.pl")).toBeFocused();
    await selector(page, t, "żółw.pl").click();
    await askToDelete(page, t, "żółw.pl");
    await button(dialog, t("layout.project.confirm")).click();
    await expect(ui.text("layout.project.deleted", { domain: "żółw.pl" })).toBeVisible();
    await expect(selector(page, t, t("layout.project.none"))).toBeVisible();
  });
});

asUser("each project has its kit, its texts and its language", async ({ page, t, catalogue, ui, api }) => {
  await addProject(api, "chleb.pl");
  await api.put("/api/brand-kit", { name: "Chleb" });
  await catalogue.run("facebook-post", { topic: "Rye bread" });
  await addProject(api, "bread.com", "en", 2840);
  await catalogue.run("facebook-post", { topic: "Rolls" });

  await page.goto("/app/brand-kit");
  await expect(ui.link("brand.empty.start")).toBeVisible();
  await selector(page, t, "bread.com").click();
  await entry(page, "chleb.pl", "Polish").click();
  await expect(selector(page, t, "chleb.pl")).toBeVisible();
  await expect(ui.field("brand.name.label")).toHaveValue("Chleb");
  await ui.field("brand.tone.label").fill("half a thought");
  await selector(page, t, "chleb.pl").click();
  await entry(page, "bread.com", "English").click();
  await expect(ui.link("brand.empty.start")).toBeVisible();
  await selector(page, t, "bread.com").click();
  await entry(page, "chleb.pl", "Polish").click();
  await expect(ui.field("brand.tone.label")).toHaveValue("half a thought");

  // The selection is kept, and the form starts in the language of the project.
  await page.goto("/app/tools/facebook-post");
  await expect(selector(page, t, "chleb.pl")).toBeVisible();
  await ui.button("sdk.form.more").click();
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("Polish");

  await page.goto("/app/archive");
  await expect(ui.rows()).toHaveCount(1);
  await ui.button("documents.archive.allProjects").click();
  await expect(ui.rows()).toHaveCount(2);
  await ui.combobox("documents.archive.project").click();
  await page.getByRole("option", { name: "bread.com" }).click();
  await expect(ui.rows()).toHaveCount(1);
  await expect(page).toHaveURL(/project=\d+/);
});

asUser("the selector works by keyboard and follows the language of the screen", async ({ page, t, api }) => {
  await addProject(api, "example.com", "en", 2840);
  await addProject(api, "example.com", "es", 2840);
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

asUser("many projects are searched, and the arrow keys choose one", async ({ page, t, ui, stage }) => {
  await addClients(stage, 9);
  await page.goto("/app/dashboard");
  await selector(page, t, "żółw.pl").click();
  const search = ui.searchbox("layout.project.search");
  await expect(search).toBeFocused();
  await expect(entry(page, "żółw.pl", "Polish")).toBeInViewport();
  await expect(ui.link("layout.project.add")).toBeInViewport();
  await search.fill("shoes");
  await page.keyboard.press("ArrowDown");
  await expect(entry(page, "running-shoes.com", "English")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(selector(page, t, "running-shoes.com")).toBeFocused();
  await expect(ui.title()).toHaveText("running-shoes.com");

  await page.keyboard.press("Enter");
  await search.fill("ZOLW");
  await page.keyboard.press("Enter");
  await expect(ui.title()).toHaveText("żółw.pl");
});

asUser("a project gets a name and a colour, and its row opens it", async ({ page, t, ui, api, stage }) => {
  const [first = 0, second] = await addClients(stage, 3);
  await addHistory(stage, { project: first, days: 3 });
  await ui.open("projects");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(4);
  await button(page, t("layout.project.more", { domain: "ogrod.pl" })).click();
  await ui.menuItem("layout.project.edit").click();
  const dialog = ui.dialog("layout.project.editTitle", { domain: "ogrod.pl" });
  await dialog.getByRole("textbox").fill("Ogród marzeń");
  await dialog.getByRole("radio", { name: t("layout.color.rose") }).check();
  await button(dialog, t("layout.project.save")).click();
  await expect(dialog).toBeHidden();
  const renamed = page.getByRole("row", { name: /Ogród marzeń/ });
  await expect(renamed.locator('.sw-mark[data-color="rose"]')).toBeVisible();
  await expect(selector(page, t, "Ogród marzeń")).toBeVisible();

  await ui.combobox("projects.list.sort").click();
  await page.getByRole("option", { name: t("projects.sort.name"), exact: true }).click();
  await expect(rows.nth(1)).toContainText("Ogród marzeń");
  await ui.searchbox("projects.list.search").fill("shoes");
  await expect(rows).toHaveCount(2);
  await page.getByRole("link", { name: "running-shoes.com" }).click();
  await expect(page).toHaveURL("/app/dashboard");
  await expect(ui.title()).toHaveText("running-shoes.com");
  const { selected_project } = await api.get("/api/project/getUserProjects");
  expect(selected_project).toBe(second);
});

/** How often the dialog is opened on a slowed page. */
const TIMES = 8;

asUser(
  "the question before a deletion opens at the first click and stays on a slow page",
  async ({ page, t, ui, stage }) => {
    await addClients(stage, 2);
    await ui.open("projects");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    const dialog = ui.dialog("layout.project.deleteTitle", { domain: "running-shoes.com" });
    for (let time = 0; time < TIMES; time += 1) {
      await selector(page, t, "running-shoes.com").click();
      await askToDelete(page, t, "running-shoes.com", page.getByRole("dialog"));
      await expect(dialog).toBeVisible();
      await expect(button(dialog, t("layout.project.keep"))).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  },
);

asUser("a double click on a button does not close the dialog that it opens", async ({ page, t, ui }) => {
  await page.goto("/app/archive");
  const make = page.getByRole("main").getByRole("button", { name: t("documents.folder.new"), exact: true });
  await make.dblclick();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(ui.title()).toBeVisible();
});

asUser("the flag of a project is that of its country, not of its language", async ({ page, api, t }) => {
  for (const [domain, location] of [
    ["london.example.com", 2826],
    ["boston.example.com", 2840],
  ] as const)
    await addProject(api, domain, "en", location);
  await page.goto("/app/dashboard");
  await selector(page, t, "boston.example.com").click();
  const flag = entry(page, "boston.example.com", "English").getByRole("img", { name: "United States" });
  await expect(flag).toHaveAttribute("src", /US-/);
  // The server says the country of the selected project only: no flag is better than one of another country.
  const other = entry(page, "london.example.com", "English");
  await expect(other).toBeVisible();
  await expect(other.getByRole("img", { name: /United/ })).toHaveCount(0);
  await other.click();
  await selector(page, t, "london.example.com").click();
  await expect(other.getByRole("img", { name: "United Kingdom" })).toHaveAttribute("src", /GB-/);
});
