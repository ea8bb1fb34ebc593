import { asUser, button, expect } from "../src/test.ts";

const DAY = 86_400_000;
const day = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10);
const names = ["piekarnia-pod-lipa.pl","running-shoes.com","ogrod.pl","kawiarnia-mleczna.pl","dentysta-nowak.pl","rowery24.pl","sklep-zoologiczny-reks.pl","harbour-books.co.uk","żółw.pl","meble-na-lata.pl"];
const colors = ["moss","clay","sky","plum","amber","teal","rose","iris","olive","slate"];
const projects = names.map((domain, at) => ({ id: at + 1, name: at === 2 ? "Ogród marzeń" : domain, color: colors[at], icon: null, language_code: domain.endsWith(".pl") ? "pl" : "en", site: { domain } }));
const tools = { "facebook-post": { name: "Facebook post", category: "social" }, "seo-metatags": { name: "SEO title and description", category: "seo" }, "product-description": { name: "Product description", category: "ecommerce" }, email: { name: "Email", category: "email" }, "google-ads": { name: "Google ads", category: "ads" }, translate: { name: "Translate", category: "content" } };
const ids = Object.keys(tools);
const uses = Array.from({ length: 60 }, (_, n) => ({ day: day(Math.floor(n / 2.4)), tool: ids[(n * 5 + Math.floor(n / 3)) % 6], words: Math.round(40 + 60 * (1 + Math.sin(n / 4)) + (n % 5) * 14) }));
const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const dashboard = (all: boolean) => ({
  project: all ? null : 1,
  days: Array.from({ length: 30 }, (_, n) => day(29 - n)),
  words: { allowance: 10000, used: 3200, left: 6800, renews_at: new Date(Date.now() + 12 * DAY).toISOString(), pace: 310 },
  uses,
  texts: { total: 182, week: 14, week_before: 11, by_tool: ids.map((tool, n) => ({ tool, count: 40 - n * 5 })) },
  recent: ["Bułki na zakwasie od siódmej", "Chleb żytni w pięciu krokach", "Godziny otwarcia w grudniu i w styczniu, także w niedziele i święta", "Koszyki", "Sourdough rolls", "Easter"].map((title, n) => ({ id: `d${n}`, title, tool: ids[n], project_id: 1, created_at: at(n * 7 + 1) })),
  changes: [
    { kind: "written", at: at(1), tool: "facebook-post", title: "", count: 3, id: null, shop_id: null },
    { kind: "edited", at: at(3), tool: "email", title: "Saturday’s loaves", count: 1, id: "x", shop_id: null },
    { kind: "job", at: at(30), tool: "product-description", title: "bakery.csv", count: 1, id: "j", shop_id: null },
    { kind: "order", at: at(60), tool: "product-description", title: "Pod Lipą shop", count: 24, id: "o", shop_id: "s" },
  ],
  tools,
});
const summaries = { selected_project: 1, projects: projects.map((p, n) => ({ ...p, created_at: at(900), active_at: n < 8 ? at(n * n * 9 + 1) : null, documents: 300 - n * 31, texts: 40 - n * 4, words: n < 8 ? 4200 - n * 480 : 0, days: Array.from({ length: 30 }, (_, d) => (n < 8 ? Math.max(0, Math.round(80 * Math.sin(d / (n + 2)) + 90 - n * 9)) : 0)) })) };

for (const language of ["en", "pl"] as const)
  for (const [width, height] of [[1440, 1000], [360, 740]] as const)
    for (const scheme of ["light", "dark"] as const) {
      if ((language === "pl") !== (scheme === "dark") ) continue;
      asUser.describe(`${language}-${width}-${scheme}`, () => {
        asUser.use({ language });
        asUser("shots", async ({ page, ui, t, context }) => {
          await page.emulateMedia({ colorScheme: scheme });
          await page.setViewportSize({ width, height });
          const shot = (name: string) => page.screenshot({ path: `/work/wt/dashboard/target/shots/${name}-${language}-${width}-${scheme}.png`, fullPage: true });
          await page.goto("/app/dashboard");
          await expect(ui.heading("dashboard.first.title").or(page.getByText("404")).first()).toBeVisible({ timeout: 3000 }).catch(() => null);
          await context.route("**/api/project/getUserProjects", (r) => r.fulfill({ json: { projects, selected_project: 1, domain: names[0], language_code: "pl", location: null, errors: [] } }));
          await context.route("**/api/dashboard?**", (r) => r.fulfill({ json: dashboard(!r.request().url().includes("selected=true")) }));
          await context.route("**/api/projects?**", (r) => r.fulfill({ json: summaries }));
          await page.goto("/app/dashboard");
          await expect(ui.region("dashboard.chart.title").getByRole("slider")).toBeVisible({ timeout: 40_000 });
          await page.waitForTimeout(800);
          await shot("dashboard");
          await page.goto("/app/dashboard?projects=all");
          await expect(ui.region("dashboard.projects.title").getByRole("link").nth(1)).toBeVisible({ timeout: 40_000 });
          await page.waitForTimeout(500);
          await shot("dashboard-all");
          await page.goto(ui.path("projects"));
          await expect(page.getByRole("row").nth(3)).toBeVisible({ timeout: 40_000 });
          await page.waitForTimeout(300);
          await shot("projects");
          await context.unrouteAll({ behavior: "wait" });
          await context.route("**/api/project/getUserProjects", (r) => r.fulfill({ json: { projects, selected_project: 1, domain: names[0], language_code: "pl", location: null, errors: [] } }));
          await context.route("**/api/projects?**", (r) => r.fulfill({ json: summaries }));
          if (width < 700) await ui.button("layout.menu.open").click();
          await button(page, `${names[0]}, ${t("layout.project.choose")}`).click();
          await page.waitForTimeout(400);
          await page.screenshot({ path: `/work/wt/dashboard/target/shots/selector-${language}-${width}-${scheme}.png` });
          await ui.button("layout.project.more", { domain: names[1] }).click();
          await page.waitForTimeout(300);
          await page.screenshot({ path: `/work/wt/dashboard/target/shots/selector-menu-${language}-${width}-${scheme}.png` });
          await ui.menuItem("layout.project.edit").click();
          await page.waitForTimeout(400);
          await page.screenshot({ path: `/work/wt/dashboard/target/shots/edit-${language}-${width}-${scheme}.png` });
          await page.keyboard.press("Escape");
          await context.unrouteAll({ behavior: "wait" });
        });
      });
    }
