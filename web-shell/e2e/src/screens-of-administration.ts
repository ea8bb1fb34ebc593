import { install, packed, pluginId } from "./packages.ts";
import { all, press, type Screens, sees } from "./screen.ts";
import { makeUser } from "./staff.ts";
import { expect, type Stage } from "./test.ts";

async function openUser({ api, ui, language }: Stage) {
  const { id } = await makeUser(api, language);
  await ui.open("adminUser", { user: id });
  await expect(ui.button("admin.person.actAs")).toBeVisible();
}

/** A package that no other test uses. */
const installed = async ({ api, server }: Stage) => ({
  package: await install(api, await packed(server, pluginId(), "1.0.0")),
});

/** Opens the outbox with a mail; returns its row. */
async function openOutbox({ page, api, ui, language }: Stage) {
  const { id, email } = await makeUser(api, language);
  await api.post(`/api/admin/users/${id}/password-reset`);
  await ui.open("adminOutbox");
  await expect(page.getByText(email)).toBeVisible();
  return ui.lines().filter({ hasText: email });
}

/** Opens the models with a connection, whose test is counted. No role has its model, so that tools keep their drafts. */
async function openModels({ page, api, ui }: Stage) {
  const { connections } = (await api.get("/api/admin/models")) as Overview;
  let model = connections.find(({ name }) => name === "Cloud")?.models[0]?.id;
  if (!model) {
    const address = { kind: "openai", name: "Cloud", url: "http://127.0.0.1:9/v1", key: "sk-cloud" };
    const { id } = (await api.post("/api/admin/models/connections", address)) as { id: string };
    const prices = { name: "large", input_usd: 2, output_usd: 8, context_tokens: 128_000 };
    ({ id: model } = (await api.post(`/api/admin/models/connections/${id}/models`, prices)) as {
      id: string;
    });
  }
  await api.post(`/api/admin/models/${model}/test`);
  await ui.open("adminModels");
  await expect(ui.region("models.usage.title").getByRole("rowheader").first()).toBeVisible();
  await ui.combobox("models.usage.measure").click();
  await page.getByRole("option", { name: ui.t("models.usage.measures.calls") }).click();
  await expect(page.getByRole("slider", { name: ui.t("models.usage.measures.calls") })).toBeVisible();
}

/** Connects a browser of audits that does not answer, and tests it. */
async function testBrowser({ page, ui, language }: Stage) {
  const message = {
    en: "Nothing answers at this address. Check SITEWRIGHT_BROWSER_URL, and whether Chromium runs with --remote-debugging-port.",
    pl: "Pod tym adresem nic nie odpowiada. Sprawdź SITEWRIGHT_BROWSER_URL oraz to, czy Chromium działa z opcją --remote-debugging-port.",
  }[language];
  const problem = { status: 502, code: "audits.browser-silent", message };
  await page.route("**/api/admin/audit-browser", (route) =>
    route.fulfill({ json: { address: "http://127.0.0.1:9222", pages: 2 } }),
  );
  await page.route("**/api/admin/audit-browser/test", (route) =>
    route.fulfill({ json: { ok: false, product: "", total_ms: 3, problem } }),
  );
  await ui.open("adminOverview");
  await ui.button("overview.browser.testName").click();
  await expect(ui.region("overview.browser.title").getByRole("status")).toHaveText(message);
}

type Overview = { connections: { id: string; name: string; models: { id: string }[] }[] };

const dialogOf = ({ page, ui }: Stage) => ui.in(page.getByRole("dialog"));

const administered: Screens = {
  "admin-overview": {
    at: "adminOverview",
    shows: ({ ui }) => [ui.region("overview.figure.sign_ups"), ui.heading("overview.money.title")],
  },
  "admin-overview-none": {
    at: "adminOverview",
    query: "?figure=paid",
    shows: ({ ui }) => ui.region("overview.figure.paid"),
  },
  "admin-overview-browser": { steps: testBrowser },
  "admin-users-sorted": {
    at: "adminUsers",
    query: "?sort=-words",
    shows: ({ ui, page }) => [ui.columnHead("admin.users.words"), page.locator("[aria-sort=descending]")],
  },
  "admin-users": {
    steps: async ({ page, api, ui, language }) => {
      const { email } = await makeUser(api, language);
      await ui.open("adminUsers", {}, `?search=${email}`);
      await expect(page.getByText(email)).toBeVisible();
    },
    shows: sees.text("admin.users.count", { count: 1 }),
  },
  "admin-users-none": {
    at: "adminUsers",
    query: "?search=no-such-user",
    shows: sees.text("admin.users.none"),
  },
  "admin-new-user": {
    at: "adminUsers",
    steps: async (stage) => {
      stage.watch.expect(422, /^\/api\/admin\/users$/);
      const dialog = dialogOf(stage);
      await stage.ui.button("admin.users.new").click();
      await dialog.button("admin.new.save").click();
      await expect(dialog.field("admin.new.name")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "admin-user": { steps: openUser },
  "admin-link": {
    given: openUser,
    steps: async ({ ui }) => {
      await ui.button("admin.access.linkMake").click();
      await expect(ui.field("admin.link.label")).toHaveValue(/one-time-login/);
    },
  },
  "admin-erase": {
    given: openUser,
    steps: async ({ ui }) => {
      await ui.button("admin.danger.menu").click();
      await ui.menuItem("admin.erase.ask").click();
    },
    shows: sees.field("admin.erase.email"),
  },
  "admin-shops": { at: "adminShops", shows: ({ page }) => page.getByRole("heading", { level: 1 }) },
  "admin-shops-applications": {
    at: "adminShops",
    query: "?part=applications",
    shows: sees.button("admin.applications.save"),
  },
  "admin-shops-installs": {
    at: "adminShops",
    query: "?part=installs",
    shows: sees.heading("admin.installs.none"),
  },
  "admin-jobs": {
    at: "adminJobs",
    shows: ({ page, ui }) => [
      page.getByRole("rowheader", { name: ui.t("admin.jobLane.upkeep") }),
      ui.button("admin.jobs.retry").first(),
    ],
  },
  "admin-outbox": { steps: openOutbox },
  "admin-mail": {
    steps: async (stage) => {
      // The frame of a mail runs no scripts, so the browser may report the queries of this test.
      stage.watch.expectOnConsole(/Blocked script execution in 'about:srcdoc'/);
      await (await openOutbox(stage)).getByRole("link").click();
    },
    shows: ({ page, ui }) => [
      ui.button("admin.mail.copy"),
      page.frameLocator("iframe").getByRole("link").first(),
    ],
  },
  "admin-design": { at: "adminDesign", shows: sees.heading("design.charts.title") },
  "admin-matrix": {
    at: "adminMatrix",
    query: "?q=facebook",
    shows: ({ page }) => [page.getByRole("rowheader").first(), page.getByRole("switch").first()],
  },
  "admin-matrix-change": {
    at: "adminMatrix",
    query: "?q=facebook-post",
    steps: async (stage) => {
      await stage.page.getByRole("gridcell").first().getByRole("button").click();
      await dialogOf(stage).field("matrix.field.memory_mib").fill("1");
      await dialogOf(stage).button("matrix.change.look").click();
    },
    shows: (stage) => dialogOf(stage).button("matrix.change.save"),
  },
  "admin-matrix-pending": {
    at: "adminMatrix",
    query: "?q=facebook-post",
    steps: ({ page }) => page.getByRole("switch").last().press("Space"),
    shows: ({ ui }) => ui.button("matrix.pending.look", { count: 1 }),
  },
  "admin-matrix-review": {
    at: "adminMatrix",
    query: "?q=facebook-post",
    steps: async ({ page, ui }) => {
      await page.getByRole("switch").last().press("Space");
      await ui.button("matrix.pending.look", { count: 1 }).click();
    },
    shows: (stage) => dialogOf(stage).button("matrix.pending.apply"),
  },
  "admin-exception": {
    given: openUser,
    steps: async (stage) => {
      await stage.ui.button("matrix.exception.add").click();
      const own = { name: stage.t("matrix.exception.own") };
      await stage.page.getByRole("dialog").getByRole("switch", own).check();
    },
    shows: (stage) => dialogOf(stage).field("matrix.field.words_per_month"),
  },
  "admin-models-none": {
    given: async ({ api }) => {
      const { connections } = (await api.get("/api/admin/models")) as Overview;
      for (const { id } of connections) await api.delete(`/api/admin/models/connections/${id}`);
    },
    at: "adminModels",
    shows: sees.heading("models.empty.title"),
  },
  // No test of this server has a publisher.
  "admin-reviews-none": {
    setup: "proving",
    at: "adminReviews",
    shows: sees.heading("reviews.list.none"),
  },
  "admin-revenue-none": {
    setup: "proving",
    at: "adminRevenue",
    shows: sees.heading("revenue.admin.noPublishers"),
  },
  "admin-models": { steps: openModels },
  "admin-models-connect": {
    at: "adminModels",
    steps: async (stage) => {
      stage.watch.expect(422, /check$/);
      await stage.ui.button("models.connection.add").click();
      await dialogOf(stage).field("models.connection.url").fill("http://127.0.0.1:9/v1");
      await dialogOf(stage).button("models.connection.next").click();
    },
    shows: (stage) => dialogOf(stage).button("models.connection.unchecked"),
  },
  "admin-models-edit": {
    given: openModels,
    steps: ({ ui }) => ui.button("models.model.editOf", { name: "large" }).first().click(),
    shows: (stage) => dialogOf(stage).field("models.model.field.context_tokens"),
  },
  "admin-models-tool": {
    given: openModels,
    steps: press("models.tool.add"),
    shows: (stage) => dialogOf(stage).combobox("models.tool.tool"),
  },
  "admin-publishers": {
    given: ({ api }) => {
      const id = `acme-${crypto.randomUUID().slice(0, 8)}`;
      return api.post("/api/admin/publishers", { id, name: id, level: "partner" });
    },
    at: "adminPublishers",
    shows: ({ ui }) => ui.text("publishers.page.noKeys").first(),
  },
  "admin-plugins": {
    at: "adminPlugins",
    shows: ({ ui, t }) =>
      ui
        .lines()
        .filter({ hasText: t("plugins.list.bundled") })
        .first(),
  },
  "admin-install-plugin": {
    at: "adminPlugins",
    steps: async (stage) => {
      await stage.ui.button("plugins.install.open").click();
      await dialogOf(stage).button("plugins.install.go").click();
    },
    shows: (stage) => dialogOf(stage).text("plugins.install.noFile"),
  },
  "admin-plugin": {
    given: async ({ api, server }) => {
      const plugin = pluginId();
      await install(api, await packed(server, plugin, "1.0.0"));
      return { plugin };
    },
    at: "adminPlugin",
    shows: ({ ui }) => [ui.region("plugins.releases.title"), ui.region("overview.figure.words")],
  },
  "admin-package": {
    given: installed,
    at: "adminPackage",
    shows: ({ ui }) => [ui.text("plugins.runs.none"), ui.text("plugins.accounts.none")],
  },
  "admin-trial": {
    steps: async (stage) => {
      const { ui } = stage;
      await ui.open("adminTrial", {}, `?package=${(await installed(stage)).package}`);
      for (const key of ["trials.begin.go", "sdk.form.example", "sdk.form.submit"])
        await ui.button(key).click();
    },
    shows: sees.text("trials.runs.cost"),
  },
  "admin-release": {
    given: installed,
    at: "adminPackage",
    steps: async ({ ui }) => {
      await ui.button("plugins.deeds.releaseGo").click();
      await ui.radio("plugins.release.stages.plan").check();
    },
    shows: ({ page, t }) => page.getByRole("dialog").getByText(t("plugins.release.plan"), { exact: true }),
  },
  "admin-audit": {
    steps: async ({ api, ui, language }) => {
      const { id } = await makeUser(api, language);
      await ui.open("adminAudit", {}, `?subject=${id}`);
    },
    shows: ({ ui, t }) => ui.text("admin.deed.user-created", { role: t("admin.role.user") }),
  },
  "admin-audit-filters": {
    at: "adminAudit",
    query: "?action=user.created",
    steps: async ({ page, ui }) => {
      await expect(ui.columnHead("admin.audit.when")).toBeVisible();
      // The screen is drawn in all widths; in a wide one the button is hidden.
      await page.locator(".sw-filters-button").dispatchEvent("click");
    },
    shows: ({ ui }) => ui.combobox("admin.audit.action"),
  },
  acting: {
    given: openUser,
    steps: async ({ page, ui }) => {
      await ui.button("admin.person.actAs").click();
      await expect(page).toHaveURL("/app/dashboard");
    },
    shows: sees.button("shell.acting.back"),
  },
};

export const administration = all({ admin: true }, administered);
