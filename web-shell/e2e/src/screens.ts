import type { Page } from "@playwright/test";
import type { Aspect } from "./accessibility.ts";
import { titleOf } from "./catalogue.ts";
import { register } from "./person.ts";
import { all, each, named, press, type Screen, type Screens, sees } from "./screen.ts";
import { administration } from "./screens-of-administration.ts";
import { pages } from "./screens-of-pages.ts";
import { publishing } from "./screens-of-publishing.ts";
import { button, field } from "./shell.ts";
import { enterAsAdministrator } from "./staff.ts";
import { expect, type Stage } from "./test.ts";
import { IS_THOROUGH, type Language } from "./texts.ts";

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

const TOPIC = { en: "Sourdough rolls, baked from seven", pl: "Bułki na zakwasie od siódmej" };
const either = ({ language }: Stage, english: string, polish: string) =>
  language === "pl" ? polish : english;

/** Opens the tool, fills in its topic, and sends it. */
async function sendTopic(stage: Stage) {
  const { page, catalogue, ui, language } = stage;
  await ui.openTool();
  const tool = await catalogue.tool("facebook-post");
  await field(page, titleOf(tool, "topic")).fill(TOPIC[language]);
  await ui.button("sdk.form.submit").click();
}

/** A document in the archive; returns its id. */
const write = ({ catalogue, language }: Stage) =>
  catalogue.run("facebook-post", { topic: TOPIC[language], language });

async function openDocument(stage: Stage) {
  await stage.ui.open("document", { document: await write(stage) });
  await expect(stage.ui.button("documents.page.edit")).toBeVisible();
}

const guests: Screens = {
  home: { at: "home", shows: sees.link("home.hero.register") },
  cookies: {
    given: ({ context }) => context.clearCookies({ name: "cookie_consent" }),
    at: "login",
    shows: sees.region("shell.cookies.title"),
  },
  "sign-in": { at: "login", shows: ({ ui }) => ui.title() },
  "register-errors": {
    at: "register",
    steps: async ({ ui, watch }) => {
      watch.expect(422, /^\/register$/);
      await ui.button("accounts.register.submit").click();
      await expect(ui.field("accounts.field.email")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "link-used": {
    given: async ({ watch }) => {
      watch.expect(410, /^\/api\/one-time-login\/validate$/);
      return { token: "unknown" };
    },
    at: "oneTimeLogin",
    shows: sees.heading("accounts.oneTime.failed"),
  },
  "not-found": {
    steps: async ({ page, watch }) => {
      watch.expect(404, /^\/nowhere$/);
      await page.goto("/nowhere");
    },
    shows: sees.heading("shell.notFound.title"),
  },
  "reset-password": { at: "resetPassword", shows: sees.button("accounts.reset.submit") },
  "new-password": { at: "resetPassword", query: "?token=x", shows: sees.button("accounts.reset.save") },
  "second-step": { at: "login", query: "#challenge=x", shows: sees.button("accounts.second.submit") },
  "checkout-guest": { at: "checkout", shows: sees.link("plans.card.chooseName", { plan: "Pro" }) },
  ...each(["introduction", "plugins/first-template", "reference/http"], (page) => ({
    [`docs-${page.replace("/", "-")}`]: {
      given: async () => ({ "*": page }),
      at: "docs",
      shows: ({ ui }) => ui.title(),
    },
  })),
  "docs-search": {
    given: async () => ({ "*": "introduction" }),
    at: "docs",
    steps: ({ ui }) => ui.combobox("docs.search.label").fill("model"),
    shows: ({ page }) => page.getByRole("option").first(),
  },
};

const dashboards: Screens = {
  offline: {
    steps: async ({ context, ui, watch }) => {
      // Holds any request of that moment.
      watch.expectToFail(/^\/(api|broadcasting)\//);
      watch.expectOnConsole(/^WebSocket/);
      await expect(ui.text("documents.recent.none")).toBeVisible();
      await context.setOffline(true);
    },
    shows: sees.text("shell.offline.text"),
  },
  "dashboard-new": { shows: sees.text("documents.recent.none") },
  dashboard: {
    given: async (stage) => {
      await write(stage);
      await stage.api.runOneOrder(either(stage, "bakery.csv", "piekarnia.csv"));
    },
    shows: ({ page, ui, t }) => [
      ui.region("documents.recent.title").getByRole("link").first(),
      ui.region("dashboard.steps.title").getByRole("link").first(),
      page.getByRole("main").getByRole("region", { name: t("notifications.bell.title"), exact: true }),
    ],
  },
  "dashboard-at-work": {
    setup: "connected",
    given: async (stage) => {
      // It never ends: the model stays in the middle of its response.
      write(stage).catch(() => null);
      (await stage.model.call()).writeWords("Lorem ipsum");
    },
    shows: ({ ui }) => ui.region("dashboard.work.title").getByRole("link"),
  },
  "mobile-menu": {
    narrow: true,
    steps: async ({ page, ui }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await ui.button("layout.menu.open").click();
    },
    shows: sees.button("layout.menu.close"),
  },
  "language-menu": {
    steps: ({ page, t }) => page.getByRole("button", { name: t("shell.language.choose") }).click(),
    shows: ({ page }) => page.getByRole("menuitem", { name: "Polski" }),
  },
  "user-menu": {
    steps: ({ page, t }) => page.getByRole("button", { name: t("layout.user.menu") }).click(),
    shows: sees.button("layout.user.signOut"),
  },
  "notifications-none": {
    steps: press("notifications.bell.title"),
    shows: sees.text("notifications.list.none"),
  },
  notifications: {
    given: async (stage) => {
      await stage.api.runOneOrder(either(stage, "bakery.csv", "piekarnia.csv"));
      await stage.api.runOneOrder(either(stage, "menu-for-may.csv", "menu-na-maj.csv"));
    },
    steps: press("notifications.bell.unread", { count: 2 }),
    shows: ({ page, t }) => button(page.getByRole("dialog"), t("notifications.list.readAll")),
  },
};

const frame: Screens = {
  ...all({ at: "dashboard" }, dashboards),
  error: {
    given: async ({ page, watch }) => {
      watch.expect(500, /^\/api\/user$/);
      watch.expectOnConsole(/./);
      await page.route("**/api/user", (route) => route.fulfill({ status: 500, json: {} }));
    },
    at: "settings",
    shows: sees.heading("shell.failure.title"),
  },
  "home-signed-in": { at: "home", shows: sees.link("home.hero.dashboard") },
  "limit-dialog": {
    setup: "poor",
    steps: async (stage) => {
      stage.watch.expect(402, /\/runs$/);
      await sendTopic(stage);
    },
    shows: sees.dialog("shell.limit.title"),
  },
};

const catalogue: Screens = {
  catalogue: { at: "tools", shows: ({ page }) => page.getByRole("article").first() },
  "catalogue-none": { at: "tools", query: "?q=xyzzy", shows: sees.heading("tools.empty.title") },
  "tool-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /no-such-tool$/);
      return { tool: "no-such-tool" };
    },
    at: "tool",
    shows: sees.heading("tools.page.unknownTitle"),
  },
  posts: { at: "posts", shows: ({ page }) => page.getByRole("checkbox").first() },
  "posts-results": {
    at: "posts",
    steps: async ({ page, ui }) => {
      await ui.button("sdk.form.example").click();
      await page.locator("button[type=submit]").click();
    },
    shows: ({ page }) => page.getByRole("figure").first(),
  },
  ads: { at: "ads", shows: sees.heading("groups.ads.title") },
};

const runs: Screens = {
  "tool-style": {
    given: async (stage) => {
      await stage.api.post(`/api/documents/${await write(stage)}/style-example`, {
        text: TOPIC[stage.language],
      });
      await stage.ui.openTool();
    },
    steps: press("sharing.style.count", { count: 1 }),
    shows: sees.dialog("sharing.style.list"),
  },
  "tool-errors": {
    given: ({ ui }) => ui.openTool(),
    steps: async ({ ui }) => {
      await ui.button("sdk.form.more").click();
      await ui.button("sdk.form.submit").click();
    },
    shows: sees.text("sdk.violation.required"),
  },
  "tool-running": {
    setup: "connected",
    steps: async (stage) => {
      await sendTopic(stage);
      (await stage.model.call()).writeWords("Lorem ipsum dolor sit amet");
    },
    shows: ({ page }) => page.getByText("Lorem ipsum dolor sit amet"),
  },
  "tool-failed": {
    setup: "connected",
    steps: async (stage) => {
      stage.model.answer((call) => call.refuse(500));
      await sendTopic(stage);
    },
    shows: sees.text("sdk.problem.kept"),
  },
  "tool-module-failed": {
    given: async ({ page, watch }) => {
      watch.expectToFail(/^\/modules\//);
      watch.expectOnConsole(/modules|Federation|remoteEntry/i);
      await page.route("**/modules/**", (route) => route.abort("connectionfailed"));
      return { tool: "facebook-post" };
    },
    at: "tool",
    shows: sees.text("tools.module.failedTitle"),
  },
  "translate-needs-model": { steps: ({ ui }) => ui.openTool("translate") },
  "translate-result": {
    setup: "connected",
    steps: async (stage) => {
      stage.model.answer((call) => call.say("Guten Tag.\n\nBis bald."));
      await stage.ui.runExample("translate");
    },
  },
  ...each(
    ["google-ads", "facebook-ads", "linkedin-ads", "amazon-product-description", "email", "newsletter"],
    (tool) => ({ [`${tool}-result`]: { steps: ({ ui }) => ui.runExample(tool) } }),
  ),
  ...each(["facebook-post", "seo-metatags", "text-summary"], (tool) => ({
    [tool]: { steps: ({ ui }) => ui.openTool(tool) },
    [`${tool}-result`]: { steps: ({ ui }) => ui.runExample(tool) },
  })),
};

/** A folder with two documents, one of them a favourite, and one folder inside. */
async function openFolder(stage: Stage) {
  const { api, ui } = stage;
  const ids = [await write(stage), await write(stage)];
  const name = either(
    stage,
    "Bakery: posts and letters for the spring",
    "Piekarnia: posty i listy na wiosnę",
  );
  const { id } = await api.post("/api/folders", { name });
  await api.post("/api/folders", { name: either(stage, "May", "Maj"), parent_id: id });
  await api.post("/api/documents/move", { ids, folder_id: id });
  await api.put(`/api/documents/${ids[0]}/favourite`);
  await ui.open("archive", {}, `?folder=${id}`);
  await expect(ui.rows()).toHaveCount(2);
}

async function openFolderMenu(stage: Stage, entry?: string) {
  await openFolder(stage);
  await stage.ui.button("documents.folder.menu").click();
  if (entry) await stage.ui.menuItem(entry).click();
}

async function openTrash(stage: Stage) {
  await stage.api.post("/api/documents/trash", { ids: [await write(stage)] });
  await stage.ui.open("archive", {}, "?folder=trash");
  await expect(stage.ui.rows()).toHaveCount(1);
}

const gone = async ({ watch }: Stage) => {
  watch.expect(404, /^\/api\/(documents|bulk)\//);
  return { document: "unknown", job: "unknown" };
};

const openDocuments: Screens = {
  "document-editor": { steps: press("documents.page.edit"), shows: sees.button("documents.editor.save") },
  "document-leave": {
    steps: async ({ page, ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.field("documents.editor.title").fill("…");
      await ui.in(page.getByRole("main")).link("documents.page.back").click();
    },
    shows: sees.dialog("shell.leave.title"),
  },
  "document-deleted": { steps: press("documents.page.delete"), shows: sees.button("shell.action.undo") },
  "document-share": { steps: press("sharing.share.go"), shows: sees.button("sharing.share.make") },
  "document-share-link": {
    steps: async ({ ui }) => {
      await ui.button("sharing.share.go").click();
      await ui.button("sharing.share.make").click();
    },
    shows: sees.button("sharing.share.copy"),
  },
  "document-style": { steps: press("sharing.style.go"), shows: sees.button("sharing.style.keep") },
  "document-use": {
    steps: press("sharing.use.go"),
    shows: ({ page }) => page.getByRole("dialog").getByRole("button").nth(1),
  },
};

const documents: Screens = {
  ...all({ given: openDocument }, openDocuments),
  "archive-empty": { at: "archive", shows: sees.heading("documents.empty.title") },
  archive: {
    given: (stage) => Promise.all(Array.from({ length: 21 }, () => write(stage))),
    at: "archive",
    steps: ({ ui }) => expect(ui.rows()).toHaveCount(20),
  },
  "archive-folder": {
    given: openFolder,
    steps: ({ ui }) => ui.checkbox("documents.choose.all").check(),
    shows: sees.text("documents.choose.count", { count: 2 }),
  },
  "archive-folder-menu": {
    steps: (stage) => openFolderMenu(stage),
    shows: sees.menuItem("documents.folder.newInside"),
  },
  "archive-folder-form": {
    steps: async (stage) => {
      const { ui, watch } = stage;
      watch.expect(422, /^\/api\/folders/);
      await openFolderMenu(stage, "documents.folder.newInside");
      await ui.button("documents.folder.make").click();
      await expect(ui.field("documents.folder.name")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "archive-folder-delete": {
    steps: (stage) => openFolderMenu(stage, "documents.folder.delete"),
    shows: sees.radio("documents.folder.keep"),
  },
  "archive-move": {
    given: openFolder,
    steps: async ({ ui }) => {
      await ui.checkbox("documents.choose.all").check();
      await ui.button("documents.folder.move").click();
    },
    shows: sees.dialog("documents.folder.moveTitle", { count: 2 }),
  },
  "archive-row-menu": {
    given: openFolder,
    steps: ({ ui }) => ui.rows().first().getByRole("button").click(),
    shows: sees.menuItem("documents.history.title"),
  },
  "archive-search": {
    given: write,
    steps: (stage) => stage.ui.open("archive", {}, `?q=${either(stage, "rolls", "bulki")}`),
    shows: ({ page }) => page.locator("mark").first(),
  },
  "archive-none": {
    given: write,
    at: "archive",
    query: "?q=xyzzy",
    shows: sees.heading("documents.none.title"),
  },
  "archive-trashEmpty": {
    at: "archive",
    query: "?folder=trash",
    shows: sees.heading("documents.trashEmpty.title"),
  },
  "archive-noFavourites": {
    at: "archive",
    query: "?folder=favourites",
    shows: sees.heading("documents.noFavourites.title"),
  },
  trash: { steps: openTrash },
  "trash-ask": {
    given: openTrash,
    steps: press("documents.trash.empty"),
    shows: ({ page }) => page.getByRole("dialog"),
  },
  document: { steps: openDocument },
  "document-shared": {
    given: async (stage) => {
      const { link } = await stage.api.post(`/api/documents/${await write(stage)}/share`, {});
      return { token: link.split("/").at(-1) };
    },
    at: "shared",
    shows: ({ page }) => page.getByRole("article"),
  },
  "shared-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /^\/api\/shared\//);
      return { token: "unknown" };
    },
    at: "shared",
    shows: sees.heading("sharing.read.goneTitle"),
  },
  "document-unknown": { given: gone, at: "document", shows: sees.heading("documents.page.goneTitle") },
};

const TABLE = {
  en: "Topic,Variants\nSourdough rolls,1\n,1\nRye bread with caraway,1\nA cake,many\n",
  pl: "Temat;variants\nBułki na zakwasie;1\n;1\nChleb żytni z kminkiem;1\nCiasto;wiele\n",
};
const FOR_POSTS = "?tool=facebook-post";

async function send({ ui }: Stage, name: string, table: string) {
  await ui.open("newBulk", {}, FOR_POSTS);
  await ui.choose(name, table);
}

/** Uploads a table with two valid and two invalid rows and waits for the result. */
async function sendTable(stage: Stage) {
  await send(stage, either(stage, "bakery.csv", "piekarnia.csv"), TABLE[stage.language]);
  await expect(stage.page.getByTestId("row-problems")).toBeVisible();
  await expect(stage.ui.button("bulk.action.start", { count: 2 })).toBeEnabled();
}

async function startTable(stage: Stage) {
  await sendTable(stage);
  await stage.ui.button("bulk.action.start", { count: 2 }).click();
}

async function runTable(stage: Stage) {
  const { page, ui } = stage;
  await startTable(stage);
  await expect(ui.in(page.getByRole("status")).text("bulk.status.done")).toBeVisible();
  await expect(ui.link("bulk.rows.openRow", { number: 3 })).toBeVisible();
}

const bulk: Screens = {
  "bulk-empty": { at: "bulk", shows: sees.heading("bulk.empty.title") },
  "bulk-new": { at: "newBulk", query: FOR_POSTS, shows: sees.button("bulk.new.choose") },
  "bulk-checked": { steps: sendTable },
  "bulk-price": { setup: "poor", steps: sendTable },
  "bulk-refused": {
    steps: async (stage) => {
      stage.watch.expect(422, /\/bulk$/);
      await send(stage, "tea.csv", 'topic\n"Tea\n');
    },
    shows: sees.text("bulk.new.refused"),
  },
  "bulk-job": { steps: runTable },
  "bulk-paused": { setup: "poor", steps: startTable, shows: sees.text("bulk.job.pausedTitle") },
  "bulk-delete": {
    given: runTable,
    steps: press("bulk.action.delete"),
    shows: sees.dialog("bulk.ask.deleteTitle"),
  },
  bulk: { given: runTable, at: "bulk", steps: ({ ui }) => expect(ui.rows()).toHaveCount(1) },
  "bulk-unknown": { given: gone, at: "bulkJob", shows: sees.heading("bulk.job.goneTitle") },
};

const KIT = {
  name: "Piekarnia Pod Lipą",
  description: "Rzemieślnicza piekarnia na poznańskich Jeżycach: chleb na zakwasie i bułki od szóstej rano.",
  tone: "ciepło, konkretnie",
  avoid: ["tani", "promocja", "najlepszy w mieście"],
  facts: ["Ponad 35 lat przy piecu", "Telefon: +48 61 123 45 67"],
  glossary: [{ source: "zakwas", target: "sourdough starter" }],
};

const DOMAIN = "podlipą.pl";

/** Adds a project for Poland without the screen. */
const addProject = ({ api }: Stage, domain = DOMAIN) =>
  api.post("/api/project/addProject", { domain, language_code: "pl", location_code: 2616 });
const openSelector = ({ page, t }: Stage) => button(page, `${DOMAIN}, ${t("layout.project.choose")}`).click();
const deletes = ({ ui }: Stage) => ui.button("layout.project.delete", { domain: DOMAIN });

async function addTwoProjects(stage: Stage) {
  await addProject(stage, "sklep.piekarnia-pod-lipa-i-kasztanem.pl");
  await addProject(stage);
}

const projects: Screens = {
  "brand-kit-empty": { at: "brandKit", shows: sees.link("brand.empty.start") },
  "brand-kit-setup": { at: "brandKitSetup", shows: sees.button("brand.setup.read") },
  "brand-kit": {
    given: ({ api }) => api.put("/api/brand-kit", KIT),
    at: "brandKit",
    steps: ({ ui }) => expect(ui.field("brand.name.label")).toHaveValue(KIT.name),
  },
  "add-project": { at: "addProject", shows: sees.field("projects.field.domain") },
  "add-project-errors": {
    at: "addProject",
    steps: async ({ ui, watch }) => {
      watch.expect(422, /addProject$/);
      await ui.field("projects.field.domain").fill("com.pl");
      await ui.button("projects.add.submit").click();
      await expect(ui.field("projects.field.domain")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "project-menu-narrow": {
    narrow: true,
    given: (stage) => addProject(stage),
    at: "dashboard",
    steps: async (stage) => {
      await stage.page.setViewportSize({ width: 360, height: 740 });
      await stage.ui.button("layout.menu.open").click();
      await openSelector(stage);
    },
    shows: deletes,
  },
  "project-menu": { wide: true, given: addTwoProjects, at: "dashboard", steps: openSelector, shows: deletes },
  "project-delete": {
    given: addTwoProjects,
    at: "dashboard",
    steps: async (stage) => {
      await openSelector(stage);
      await deletes(stage).click();
    },
    shows: sees.dialog("layout.project.deleteTitle", { domain: DOMAIN }),
  },
  ...each(["website", "brand", "tools"], (step) => ({
    [`onboarding-${step}`]: {
      at: "onboarding",
      query: `?step=${step}`,
      steps: ({ ui, t }) => expect(ui.title()).toHaveText(t(`projects.onboarding.${step}Title`)),
      shows: ({ page }) => page.getByRole("main").locator("form, section").first(),
    },
  })),
};

/** Creates a key and shows its secret. */
async function makeKey({ ui }: Stage) {
  await ui.button("settings.keys.new").click();
  await ui.field("settings.keys.name").fill("Claude");
  await ui.button("settings.keys.make").click();
}

const keys: Screens = {
  "settings-keys": {
    steps: async (stage) => {
      await expect(stage.ui.text("settings.keys.none")).toBeVisible();
      await makeKey(stage);
      await stage.ui.button("settings.keys.done").click();
    },
    shows: sees.button("settings.keys.revokeOf", { name: "Claude" }),
  },
  "settings-new-key": {
    steps: async ({ ui }) => {
      await ui.button("settings.keys.new").click();
      await ui.checkbox("settings.keys.someTools").check();
    },
    shows: ({ page, t }) => page.getByRole("group", { name: t("settings.keys.tools") }),
  },
  "settings-key-shown": { steps: makeKey, shows: sees.field("settings.keys.secret") },
};

const account: Screens = {
  ...all({ at: "settingsKeys" }, keys),
  "verify-email": { setup: "proving", at: "dashboard", shows: sees.button("accounts.verify.again") },
  "change-password": { at: "changePassword", shows: sees.button("accounts.change.save") },
  "settings-info": { at: "settingsInfo", shows: sees.button("settings.profile.save") },
  "settings-security": {
    at: "settingsSecurity",
    steps: press("settings.second.begin"),
    shows: ({ page, ui, t }) => [
      page.getByRole("img", { name: t("settings.second.picture") }),
      ui.text("settings.sessions.here"),
    ],
  },
  "settings-billing": { at: "settingsBilling", shows: sees.text("settings.billing.free") },
  "settings-model": { at: "settingsModel", shows: sees.text("settings.model.notInPlan") },
  "settings-connections": {
    at: "settingsConnections",
    steps: async ({ ui }) => {
      await ui.combobox("connections.field.kind").fill("shoper");
      await ui.field("connections.field.host").fill("sklep.example.pl");
      await ui.field("connections.field.secret").fill("0123456789abcdef");
      await ui.button("connections.add.submit").click();
    },
    shows: sees.button("connections.list.changeOf", { name: "sklep.example.pl" }),
  },
};

const plans: Screens = {
  checkout: {
    at: "checkout",
    steps: async ({ page, ui, t }) => {
      await page.getByText(t("plans.period.annual"), { exact: true }).click();
      await ui.button("plans.card.chooseName", { plan: "Pro" }).click();
    },
    shows: sees.button("plans.request.withdraw"),
  },
  "admin-products": {
    given: async ({ api, language }) => {
      await api.post("/api/plan/request", { product_id: 2, period: "annual" });
      await enterAsAdministrator(api, language);
    },
    at: "adminProducts",
    shows: ({ ui }) => [ui.text("products.requests.lead"), ui.region("products.list.title")],
  },
  "admin-product": {
    admin: true,
    at: "adminProducts",
    query: "?plan=0",
    steps: ({ ui }) => ui.radio("products.tools.some").check(),
    shows: sees.text("products.effect.title"),
  },
};

/** Every screen of the product, in every state that looks different. */
export const SCREENS = named({
  ...all({ guest: true }, guests),
  ...administration,
  ...pages,
  ...publishing,
  ...account,
  ...frame,
  ...catalogue,
  ...runs,
  ...bulk,
  ...documents,
  ...projects,
  ...plans,
});

/**
 * Ends every transition at once. Motion is reduced already, but an inherited colour changes in each element only
 * after it has changed in its parent, one frame later. The sheet is not part of the page, so its content
 * security policy does not apply.
 */
async function stand(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Listeners of the window's size and colours redraw within two frames. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

type Look = { size: (typeof WIDTHS)[number]; scheme: (typeof SCHEMES)[number]; aspects: Aspect[] };

/** Each width in both colour schemes, for screenshots. */
export const everyLook = (): Look[] =>
  WIDTHS.flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme, aspects: [] })));

/**
 * The combinations to check in a language. axe runs in each width and scheme once, since a scheme changes only
 * colours; another language has longer texts, but the same structure and colours.
 */
export function looksIn(language: Language, { narrow, wide }: Screen): Look[] {
  const isFirst = language === "en" || IS_THOROUGH;
  const seesBoth = isFirst && (IS_THOROUGH || narrow || wide);
  return WIDTHS.flatMap((size, place) =>
    SCHEMES.flatMap((scheme, order): Look[] => {
      if (order !== place) return seesBoth ? [{ size, scheme, aspects: ["contrast"] }] : [];
      if (isFirst) return [{ size, scheme, aspects: ["everything"] }];
      return [{ size, scheme, aspects: place === 0 ? ["words"] : [] }];
    }),
  );
}

async function open(screen: Screen, stage: Stage) {
  const params = await screen.given?.(stage);
  if (screen.at) await stage.ui.open(screen.at, params as Record<string, string>, screen.query);
  await screen.steps?.(stage);
  for (const part of [screen.shows?.(stage) ?? []].flat()) await expect(part).toBeVisible();
}

/** Opens a screen and calls `look` for each combination. */
export async function show(
  screen: Screen,
  stage: Stage,
  looks: Look[],
  look: (what: string, aspects: Aspect[]) => Promise<unknown>,
) {
  const { page, api, language } = stage;
  if (screen.admin) await enterAsAdministrator(api, language);
  else if (!screen.guest) await register(api, language);
  await open(screen, stage);
  await stand(page);
  const [narrow, wide] = WIDTHS;
  const unseen = screen.narrow ? wide : screen.wide ? narrow : undefined;
  for (const { size, scheme, aspects } of looks.filter(({ size }) => size !== unseen)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    await settled(page);
    await look(`${screen.name}-${language}-${size.width}-${scheme}`, aspects);
  }
}
