import type { BrowserContext, Page } from "@playwright/test";
import type { Aspect } from "./accessibility.ts";
import { signInAdministrator } from "./administrator.ts";
import type { Catalogue } from "./catalogue.ts";
import { titleOf } from "./catalogue.ts";
import type { ModelServer } from "./model-server.ts";
import { csrfHeaders, register } from "./person.ts";
import { administration } from "./screens-of-administration.ts";
import { pages } from "./screens-of-pages.ts";
import { publishing } from "./screens-of-publishing.ts";
import type { Setup } from "./servers.ts";
import { button, field } from "./shell.ts";
import type { Sitewright } from "./sitewright.ts";
import { enterAsAdministrator } from "./staff.ts";
import { runOneOrder } from "./table.ts";
import { expect } from "./test.ts";
import { IS_THOROUGH, type Language, type Texts } from "./texts.ts";
import type { Watch } from "./watch.ts";

/** All that a screen may need to be brought onto the stage. */
export type Stage = {
  page: Page;
  context: BrowserContext;
  server: Sitewright;
  model: ModelServer;
  catalogue: Catalogue;
  watch: Watch;
  language: Language;
  t: Texts;
};

/** A screen, or a state of one that looks different. */
export type Screen = {
  name: string;
  setup?: Setup;
  /** Who is looking; a person with an account unless said otherwise. */
  guest?: true;
  /** An administrator is looking. */
  admin?: true;
  /** Only where the window is narrow. */
  narrow?: true;
  /** Only where the window is wide. */
  wide?: true;
  open: (stage: Stage) => Promise<void>;
};

export const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
export const SCHEMES = ["light", "dark"] as const;

const TOPIC = { en: "Sourdough rolls, baked from seven", pl: "Bułki na zakwasie od siódmej" };

const path = (language: Language, english: string, polish: string) => (language === "pl" ? polish : english);
const tools = ({ language }: Stage) => path(language, "/app/tools", "/app/narzedzia");
const archive = ({ language }: Stage) => path(language, "/app/archive", "/app/archiwum");
const posts = ({ language }: Stage) => path(language, "/app/social-media", "/app/generator-social-media");
const heading = ({ page }: Stage) => page.getByRole("heading", { level: 1 });

async function openTool(stage: Stage, tool = "facebook-post") {
  await stage.page.goto(`${tools(stage)}/${tool}`);
  await expect(button(stage.page, stage.t("sdk.form.submit"))).toBeVisible();
}

async function fillTopic(stage: Stage) {
  const tool = await stage.catalogue.tool("facebook-post");
  await field(stage.page, titleOf(tool, "topic")).fill(TOPIC[stage.language]);
}

async function runExample(stage: Stage, tool: string) {
  const { page, t } = stage;
  await openTool(stage, tool);
  await button(page, t("sdk.form.example")).click();
  await button(page, t("sdk.form.submit")).click();
  await expect(page.getByRole("link", { name: t("sdk.result.open") })).toBeVisible();
}

/** A document in the archive; returns its id. */
const write = ({ catalogue, language }: Stage) =>
  catalogue.run("facebook-post", { topic: TOPIC[language], language });

async function openDocument(stage: Stage) {
  await stage.page.goto(`${archive(stage)}/${await write(stage)}`);
  await expect(button(stage.page, stage.t("documents.page.edit"))).toBeVisible();
}

const guests: Screen[] = [
  {
    name: "home",
    guest: true,
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/", "/pl"));
      await expect(page.getByRole("link", { name: t("home.hero.register") })).toBeVisible();
    },
  },
  {
    name: "cookies",
    guest: true,
    open: async ({ page, context, t }) => {
      await context.clearCookies({ name: "cookie_consent" });
      await page.goto("/login");
      await expect(page.getByRole("region", { name: t("shell.cookies.title") })).toBeVisible();
    },
  },
  {
    name: "sign-in",
    guest: true,
    open: async (stage) => {
      await stage.page.goto("/login");
      await expect(heading(stage)).toBeVisible();
    },
  },
  {
    name: "register-errors",
    guest: true,
    open: async ({ page, t, language, watch }) => {
      watch.expect(422, /^\/register$/);
      await page.goto(path(language, "/register", "/rejestracja"));
      await button(page, t("accounts.register.submit")).click();
      await expect(field(page, t("accounts.field.email"))).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    name: "link-used",
    guest: true,
    open: async ({ page, t, watch }) => {
      watch.expect(410, /^\/api\/one-time-login\/validate$/);
      await page.goto("/auth/one-time-login/unknown");
      await expect(page.getByRole("heading", { name: t("accounts.oneTime.failed") })).toBeVisible();
    },
  },
  {
    name: "not-found",
    guest: true,
    open: async ({ page, t, watch }) => {
      watch.expect(404, /^\/nowhere$/);
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: t("shell.notFound.title") })).toBeVisible();
    },
  },
  {
    name: "error",
    open: async ({ page, t, watch }) => {
      watch.expect(500, /^\/api\/user$/);
      watch.expectOnConsole(/./);
      await page.route("**/api/user", (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto("/app/settings");
      await expect(page.getByRole("heading", { name: t("shell.failure.title") })).toBeVisible();
    },
  },
];

const frame: Screen[] = [
  {
    name: "home-signed-in",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/", "/pl"));
      await expect(page.getByRole("link", { name: t("home.hero.dashboard") })).toBeVisible();
    },
  },
  {
    name: "offline",
    open: async ({ page, context, t, watch }) => {
      // Whatever is asked for just then.
      watch.expectToFail(/^\/(api|broadcasting)\//);
      watch.expectOnConsole(/^WebSocket/);
      await page.goto("/app/dashboard");
      await expect(page.getByText(t("documents.recent.none"))).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(t("shell.offline.text"))).toBeVisible();
    },
  },
  {
    name: "dashboard-new",
    open: async (stage) => {
      await stage.page.goto("/app/dashboard");
      await expect(stage.page.getByText(stage.t("documents.recent.none"))).toBeVisible();
    },
  },
  {
    name: "dashboard",
    open: async (stage) => {
      const { page, context, server, t } = stage;
      await write(stage);
      await runOneOrder(context, server.url, path(stage.language, "bakery.csv", "piekarnia.csv"));
      await page.goto("/app/dashboard");
      for (const name of [t("documents.recent.title"), t("dashboard.steps.title")])
        await expect(page.getByRole("region", { name }).getByRole("link").first()).toBeVisible();
      await expect(
        page.getByRole("main").getByRole("region", { name: t("notifications.bell.title"), exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: "dashboard-at-work",
    setup: "connected",
    open: async (stage) => {
      const { page, t, model, catalogue, language } = stage;
      // It never ends: the model is left in the middle of it.
      catalogue.run("facebook-post", { topic: TOPIC[language], language }).catch(() => null);
      (await model.call()).writeWords("Lorem ipsum");
      await page.goto("/app/dashboard");
      const work = page.getByRole("region", { name: t("dashboard.work.title") });
      await expect(work.getByRole("link")).toBeVisible();
    },
  },
  {
    name: "mobile-menu",
    narrow: true,
    open: async ({ page, t }) => {
      await page.goto("/app/dashboard");
      await page.setViewportSize({ width: 360, height: 740 });
      await button(page, t("layout.menu.open")).click();
      await expect(button(page, t("layout.menu.close"))).toBeVisible();
    },
  },
  {
    name: "language-menu",
    open: async ({ page, t }) => {
      await page.goto("/app/dashboard");
      await page.getByRole("button", { name: t("shell.language.choose") }).click();
      await expect(page.getByRole("menuitem", { name: "Polski" })).toBeVisible();
    },
  },
  {
    name: "user-menu",
    open: async ({ page, t }) => {
      await page.goto("/app/dashboard");
      await page.getByRole("button", { name: t("layout.user.menu") }).click();
      await expect(button(page, t("layout.user.signOut"))).toBeVisible();
    },
  },
  {
    name: "notifications-none",
    open: async (stage) => {
      await stage.page.goto("/app/dashboard");
      await button(stage.page, stage.t("notifications.bell.title")).click();
      await expect(stage.page.getByText(stage.t("notifications.list.none"))).toBeVisible();
    },
  },
  {
    name: "notifications",
    open: async (stage) => {
      const { page, context, server, t, language } = stage;
      for (const name of path(language, "bakery.csv|menu-for-may.csv", "piekarnia.csv|menu-na-maj.csv").split(
        "|",
      ))
        await runOneOrder(context, server.url, name);
      await page.goto("/app/dashboard");
      await button(page, t("notifications.bell.unread", { count: 2 })).click();
      await expect(button(page.getByRole("dialog"), t("notifications.list.readAll"))).toBeVisible();
    },
  },
  {
    name: "limit-dialog",
    setup: "poor",
    open: async (stage) => {
      stage.watch.expect(402, /\/runs$/);
      await openTool(stage);
      await fillTopic(stage);
      await button(stage.page, stage.t("sdk.form.submit")).click();
      await expect(stage.page.getByRole("dialog", { name: stage.t("shell.limit.title") })).toBeVisible();
    },
  },
];

const catalogue: Screen[] = [
  {
    name: "catalogue",
    open: async (stage) => {
      await stage.page.goto(tools(stage));
      await expect(stage.page.getByRole("article").first()).toBeVisible();
    },
  },
  {
    name: "catalogue-none",
    open: async (stage) => {
      await stage.page.goto(`${tools(stage)}?q=xyzzy`);
      await expect(stage.page.getByRole("heading", { name: stage.t("tools.empty.title") })).toBeVisible();
    },
  },
  {
    name: "tool-unknown",
    open: async (stage) => {
      stage.watch.expect(404, /no-such-tool$/);
      await stage.page.goto(`${tools(stage)}/no-such-tool`);
      await expect(
        stage.page.getByRole("heading", { name: stage.t("tools.page.unknownTitle") }),
      ).toBeVisible();
    },
  },
];

const groups: Screen[] = [
  {
    name: "posts",
    open: async (stage) => {
      await stage.page.goto(posts(stage));
      await expect(stage.page.getByRole("checkbox").first()).toBeVisible();
    },
  },
  {
    name: "posts-results",
    open: async (stage) => {
      const { page, t } = stage;
      await page.goto(posts(stage));
      await button(page, t("sdk.form.example")).click();
      await page.locator("button[type=submit]").click();
      await expect(page.getByRole("figure").first()).toBeVisible();
    },
  },
  {
    name: "ads",
    open: async (stage) => {
      await stage.page.goto(path(stage.language, "/app/ads-generator", "/app/generator-reklam"));
      await expect(stage.page.getByRole("heading", { name: stage.t("groups.ads.title") })).toBeVisible();
    },
  },
];

const runs: Screen[] = [
  {
    name: "tool-errors",
    open: async (stage) => {
      const { page, t } = stage;
      await openTool(stage);
      await button(page, t("sdk.form.more")).click();
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByText(t("sdk.violation.required"))).toBeVisible();
    },
  },
  {
    name: "tool-running",
    setup: "connected",
    open: async (stage) => {
      const { page, t, model } = stage;
      await openTool(stage);
      await fillTopic(stage);
      await button(page, t("sdk.form.submit")).click();
      const call = await model.call();
      call.writeWords("Lorem ipsum dolor sit amet");
      await expect(page.getByText("Lorem ipsum dolor sit amet")).toBeVisible();
    },
  },
  {
    name: "tool-failed",
    setup: "connected",
    open: async (stage) => {
      const { page, t, model } = stage;
      model.answer((call) => call.refuse(500));
      await openTool(stage);
      await fillTopic(stage);
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByText(t("sdk.problem.kept"))).toBeVisible();
    },
  },
  {
    name: "tool-module-failed",
    open: async (stage) => {
      const { page, t, watch } = stage;
      watch.expectToFail(/^\/modules\//);
      watch.expectOnConsole(/modules|Federation|remoteEntry/i);
      await page.route("**/modules/**", (route) => route.abort("connectionfailed"));
      await page.goto(`${tools(stage)}/facebook-post`);
      await expect(page.getByText(t("tools.module.failedTitle"))).toBeVisible();
    },
  },
  { name: "translate-needs-model", open: (stage) => openTool(stage, "translate") },
  {
    name: "translate-result",
    setup: "connected",
    open: async (stage) => {
      stage.model.answer((call) => call.say("Guten Tag.\n\nBis bald."));
      await runExample(stage, "translate");
    },
  },
  ...["google-ads", "facebook-ads", "linkedin-ads", "amazon-product-description", "email", "newsletter"].map(
    (tool): Screen => ({ name: `${tool}-result`, open: (stage) => runExample(stage, tool) }),
  ),
  ...["facebook-post", "seo-metatags", "text-summary"].flatMap((tool): Screen[] => [
    { name: tool, open: (stage) => openTool(stage, tool) },
    { name: `${tool}-result`, open: (stage) => runExample(stage, tool) },
  ]),
];

/** Changes the archive as the page would. */
async function change<Answer>({ context, server }: Stage, address: string, data: object): Promise<Answer> {
  const headers = await csrfHeaders(context, server.url);
  const answer = await context.request.post(`${server.url}/api/${address}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** A folder with two documents, one of them a favourite, and one folder inside. */
async function openFolder(stage: Stage) {
  const { page, context, server, language } = stage;
  const ids = [await write(stage), await write(stage)];
  const name = path(
    language,
    "Bakery: posts and letters for the spring",
    "Piekarnia: posty i listy na wiosnę",
  );
  const folder = await change<{ id: string }>(stage, "folders", { name });
  await change(stage, "folders", { name: path(language, "May", "Maj"), parent_id: folder.id });
  await change(stage, "documents/move", { ids, folder_id: folder.id });
  const headers = await csrfHeaders(context, server.url);
  await context.request.put(`${server.url}/api/documents/${ids[0]}/favourite`, { headers });
  await page.goto(`${archive(stage)}?folder=${folder.id}`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
}

async function openTrash(stage: Stage) {
  await change(stage, "documents/trash", { ids: [await write(stage)] });
  await stage.page.goto(`${archive(stage)}?folder=trash`);
  await expect(stage.page.getByRole("main").getByRole("listitem")).toHaveCount(1);
}

const documents: Screen[] = [
  {
    name: "archive-empty",
    open: async (stage) => {
      await stage.page.goto(archive(stage));
      await expect(stage.page.getByRole("heading", { name: stage.t("documents.empty.title") })).toBeVisible();
    },
  },
  {
    name: "archive",
    open: async (stage) => {
      await Promise.all(Array.from({ length: 21 }, () => write(stage)));
      await stage.page.goto(archive(stage));
      await expect(stage.page.getByRole("main").getByRole("listitem")).toHaveCount(20);
    },
  },
  {
    name: "archive-folder",
    open: async (stage) => {
      const { page, t } = stage;
      await openFolder(stage);
      await page.getByRole("checkbox", { name: t("documents.choose.all") }).check();
      await expect(page.getByText(t("documents.choose.count", { count: 2 }))).toBeVisible();
    },
  },
  {
    name: "archive-folder-menu",
    open: async (stage) => {
      await openFolder(stage);
      await button(stage.page, stage.t("documents.folder.menu")).click();
      await expect(
        stage.page.getByRole("menuitem", { name: stage.t("documents.folder.newInside") }),
      ).toBeVisible();
    },
  },
  {
    name: "archive-folder-form",
    open: async (stage) => {
      const { page, t, watch } = stage;
      watch.expect(422, /^\/api\/folders/);
      await openFolder(stage);
      await button(page, t("documents.folder.menu")).click();
      await page.getByRole("menuitem", { name: t("documents.folder.newInside") }).click();
      await button(page, t("documents.folder.make")).click();
      await expect(field(page, t("documents.folder.name"))).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    name: "archive-folder-delete",
    open: async (stage) => {
      const { page, t } = stage;
      await openFolder(stage);
      await button(page, t("documents.folder.menu")).click();
      await page.getByRole("menuitem", { name: t("documents.folder.delete") }).click();
      await expect(page.getByRole("radio", { name: t("documents.folder.keep") })).toBeVisible();
    },
  },
  {
    name: "archive-move",
    open: async (stage) => {
      const { page, t } = stage;
      await openFolder(stage);
      await page.getByRole("checkbox", { name: t("documents.choose.all") }).check();
      await button(page, t("documents.folder.move")).click();
      await expect(
        page.getByRole("dialog", { name: t("documents.folder.moveTitle", { count: 2 }) }),
      ).toBeVisible();
    },
  },
  {
    name: "archive-row-menu",
    open: async (stage) => {
      await openFolder(stage);
      await stage.page.getByRole("main").getByRole("listitem").first().getByRole("button").click();
      await expect(
        stage.page.getByRole("menuitem", { name: stage.t("documents.history.title") }),
      ).toBeVisible();
    },
  },
  {
    name: "archive-search",
    open: async (stage) => {
      await write(stage);
      await stage.page.goto(`${archive(stage)}?q=${path(stage.language, "rolls", "bulki")}`);
      await expect(stage.page.locator("mark").first()).toBeVisible();
    },
  },
  {
    name: "archive-none",
    open: async (stage) => {
      await write(stage);
      await stage.page.goto(`${archive(stage)}?q=xyzzy`);
      await expect(stage.page.getByRole("heading", { name: stage.t("documents.none.title") })).toBeVisible();
    },
  },
  ...["trashEmpty", "noFavourites"].map(
    (what): Screen => ({
      name: `archive-${what}`,
      open: async (stage) => {
        const place = what === "trashEmpty" ? "trash" : "favourites";
        await stage.page.goto(`${archive(stage)}?folder=${place}`);
        await expect(
          stage.page.getByRole("heading", { name: stage.t(`documents.${what}.title`) }),
        ).toBeVisible();
      },
    }),
  ),
  { name: "trash", open: openTrash },
  {
    name: "trash-ask",
    open: async (stage) => {
      await openTrash(stage);
      await button(stage.page, stage.t("documents.trash.empty")).click();
      await expect(stage.page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "document", open: openDocument },
  {
    name: "document-editor",
    open: async (stage) => {
      await openDocument(stage);
      await button(stage.page, stage.t("documents.page.edit")).click();
      await expect(button(stage.page, stage.t("documents.editor.save"))).toBeVisible();
    },
  },
  {
    name: "document-leave",
    open: async (stage) => {
      const { page, t } = stage;
      await openDocument(stage);
      await button(page, t("documents.page.edit")).click();
      await field(page, t("documents.editor.title")).fill("…");
      await page
        .getByRole("main")
        .getByRole("link", { name: t("documents.page.back") })
        .click();
      await expect(page.getByRole("dialog", { name: t("shell.leave.title") })).toBeVisible();
    },
  },
  {
    name: "document-deleted",
    open: async (stage) => {
      await openDocument(stage);
      await button(stage.page, stage.t("documents.page.delete")).click();
      await expect(button(stage.page, stage.t("shell.action.undo"))).toBeVisible();
    },
  },
  {
    name: "document-unknown",
    open: async (stage) => {
      stage.watch.expect(404, /^\/api\/documents\//);
      await stage.page.goto(`${archive(stage)}/unknown`);
      await expect(
        stage.page.getByRole("heading", { name: stage.t("documents.page.goneTitle") }),
      ).toBeVisible();
    },
  },
];

const TABLE = {
  en: "Topic,Variants\nSourdough rolls,1\n,1\nRye bread with caraway,1\nA cake,many\n",
  pl: "Temat;variants\nBułki na zakwasie;1\n;1\nChleb żytni z kminkiem;1\nCiasto;wiele\n",
};
const bulkPath = ({ language }: Stage) => path(language, "/app/bulk", "/app/hurtowo");

/** Sends a table with two good rows and two bad ones and waits for what is said of it. */
async function sendTable(stage: Stage) {
  const { page, t, language } = stage;
  await page.goto(`${bulkPath(stage)}/${path(language, "new", "nowe")}?tool=facebook-post`);
  await page.locator("input[type=file]").setInputFiles({
    name: path(language, "bakery.csv", "piekarnia.csv"),
    mimeType: "text/csv",
    buffer: Buffer.from(TABLE[language]),
  });
  await expect(page.getByTestId("row-problems")).toBeVisible();
  await expect(button(page, t("bulk.action.start", { count: 2 }))).toBeEnabled();
}

async function runTable(stage: Stage) {
  const { page, t } = stage;
  await sendTable(stage);
  await button(page, t("bulk.action.start", { count: 2 })).click();
  await expect(page.getByRole("status").getByText(t("bulk.status.done"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("bulk.rows.openRow", { number: 3 }) })).toBeVisible();
}

const bulk: Screen[] = [
  {
    name: "bulk-empty",
    open: async (stage) => {
      await stage.page.goto(bulkPath(stage));
      await expect(stage.page.getByRole("heading", { name: stage.t("bulk.empty.title") })).toBeVisible();
    },
  },
  {
    name: "bulk-new",
    open: async (stage) => {
      const { page, t, language } = stage;
      await page.goto(`${bulkPath(stage)}/${path(language, "new", "nowe")}?tool=facebook-post`);
      await expect(button(page, t("bulk.new.choose"))).toBeVisible();
    },
  },
  { name: "bulk-checked", open: sendTable },
  {
    name: "bulk-price",
    setup: "poor",
    open: sendTable,
  },
  {
    name: "bulk-refused",
    open: async (stage) => {
      const { page, t, language, watch } = stage;
      watch.expect(422, /\/bulk$/);
      await page.goto(`${bulkPath(stage)}/${path(language, "new", "nowe")}?tool=facebook-post`);
      const buffer = Buffer.from('topic\n"Tea\n');
      await page.locator("input[type=file]").setInputFiles({ name: "tea.csv", mimeType: "text/csv", buffer });
      await expect(page.getByText(t("bulk.new.refused"))).toBeVisible();
    },
  },
  { name: "bulk-job", open: runTable },
  {
    name: "bulk-paused",
    setup: "poor",
    open: async (stage) => {
      const { page, t } = stage;
      await sendTable(stage);
      await button(page, t("bulk.action.start", { count: 2 })).click();
      await expect(page.getByText(t("bulk.job.pausedTitle"))).toBeVisible();
    },
  },
  {
    name: "bulk-delete",
    open: async (stage) => {
      const { page, t } = stage;
      await runTable(stage);
      await button(page, t("bulk.action.delete")).click();
      await expect(page.getByRole("dialog", { name: t("bulk.ask.deleteTitle") })).toBeVisible();
    },
  },
  {
    name: "bulk",
    open: async (stage) => {
      await runTable(stage);
      await stage.page.goto(bulkPath(stage));
      await expect(stage.page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    },
  },
  {
    name: "bulk-unknown",
    open: async (stage) => {
      stage.watch.expect(404, /^\/api\/bulk\//);
      await stage.page.goto(`${bulkPath(stage)}/unknown`);
      await expect(stage.page.getByRole("heading", { name: stage.t("bulk.job.goneTitle") })).toBeVisible();
    },
  },
];

/** Saves a brand kit without the screen. */
async function putKit({ context, server }: Stage) {
  const answer = await context.request.put(`${server.url}/api/brand-kit`, {
    headers: await csrfHeaders(context, server.url),
    data: {
      name: "Piekarnia Pod Lipą",
      description:
        "Rzemieślnicza piekarnia na poznańskich Jeżycach: chleb na zakwasie i bułki od szóstej rano.",
      tone: "ciepło, konkretnie",
      avoid: ["tani", "promocja", "najlepszy w mieście"],
      facts: ["Ponad 35 lat przy piecu", "Telefon: +48 61 123 45 67"],
      glossary: [{ source: "zakwas", target: "sourdough starter" }],
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const brandKit = ({ language }: Stage) => path(language, "/app/brand-kit", "/app/zestaw-marki");

const brand: Screen[] = [
  {
    name: "brand-kit-empty",
    open: async (stage) => {
      await stage.page.goto(brandKit(stage));
      await expect(stage.page.getByRole("link", { name: stage.t("brand.empty.start") })).toBeVisible();
    },
  },
  {
    name: "brand-kit-setup",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/brand-kit-setup", "/app/kreator-zestawu-marki"));
      await expect(button(page, t("brand.setup.read"))).toBeVisible();
    },
  },
  {
    name: "brand-kit",
    open: async (stage) => {
      await putKit(stage);
      await stage.page.goto(brandKit(stage));
      await expect(field(stage.page, stage.t("brand.name.label"))).toHaveValue("Piekarnia Pod Lipą");
    },
  },
];

/** Adds a project for Poland without the screen. */
async function addProject({ context, server }: Stage, domain: string) {
  const answer = await context.request.post(`${server.url}/api/project/addProject`, {
    headers: await csrfHeaders(context, server.url),
    data: { domain, language_code: "pl", location_code: 2616 },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

async function openSelector(stage: Stage) {
  const { page, t } = stage;
  await addProject(stage, "sklep.piekarnia-pod-lipa-i-kasztanem.pl");
  await addProject(stage, "podlipą.pl");
  await page.goto("/app/dashboard");
  await button(page, `podlipą.pl, ${t("layout.project.choose")}`).click();
  await expect(button(page, t("layout.project.delete", { domain: "podlipą.pl" }))).toBeVisible();
}

const addProjectPath = ({ language }: Stage) => path(language, "/app/add-project", "/app/dodaj-projekt");

const projects: Screen[] = [
  {
    name: "add-project",
    open: async (stage) => {
      await stage.page.goto(addProjectPath(stage));
      await expect(field(stage.page, stage.t("projects.field.domain"))).toBeVisible();
    },
  },
  {
    name: "add-project-errors",
    open: async (stage) => {
      const { page, t, watch } = stage;
      watch.expect(422, /addProject$/);
      await page.goto(addProjectPath(stage));
      await field(page, t("projects.field.domain")).fill("com.pl");
      await button(page, t("projects.add.submit")).click();
      await expect(field(page, t("projects.field.domain"))).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    name: "project-menu-narrow",
    narrow: true,
    open: async (stage) => {
      const { page, t } = stage;
      await addProject(stage, "podlipą.pl");
      await page.goto("/app/dashboard");
      await page.setViewportSize({ width: 360, height: 740 });
      await button(page, t("layout.menu.open")).click();
      await button(page, `podlipą.pl, ${t("layout.project.choose")}`).click();
      await expect(button(page, t("layout.project.delete", { domain: "podlipą.pl" }))).toBeVisible();
    },
  },
  { name: "project-menu", wide: true, open: openSelector },
  {
    name: "project-delete",
    open: async (stage) => {
      const { page, t } = stage;
      await openSelector(stage);
      await button(page, t("layout.project.delete", { domain: "podlipą.pl" })).click();
      const title = t("layout.project.deleteTitle", { domain: "podlipą.pl" });
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    },
  },
  ...["website", "brand", "tools"].map(
    (step): Screen => ({
      name: `onboarding-${step}`,
      open: async ({ page, t }) => {
        await page.goto(`/onboarding?step=${step}`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          t(`projects.onboarding.${step}Title`),
        );
        await expect(page.getByRole("main").locator("form, section").first()).toBeVisible();
      },
    }),
  ),
];

const account: Screen[] = [
  {
    name: "verify-email",
    setup: "proving",
    open: async ({ page, t }) => {
      await page.goto("/app/dashboard");
      await expect(button(page, t("accounts.verify.again"))).toBeVisible();
    },
  },
  {
    name: "reset-password",
    guest: true,
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/reset-password", "/reset-hasla"));
      await expect(button(page, t("accounts.reset.submit"))).toBeVisible();
    },
  },
  {
    name: "new-password",
    guest: true,
    open: async ({ page, t, language }) => {
      await page.goto(`${path(language, "/reset-password", "/reset-hasla")}?token=x`);
      await expect(button(page, t("accounts.reset.save"))).toBeVisible();
    },
  },
  {
    name: "second-step",
    guest: true,
    open: async ({ page, t }) => {
      await page.goto("/login#challenge=x");
      await expect(button(page, t("accounts.second.submit"))).toBeVisible();
    },
  },
  {
    name: "change-password",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/change-password", "/zmiana-hasla"));
      await expect(button(page, t("accounts.change.save"))).toBeVisible();
    },
  },
  {
    name: "settings-info",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/info", "/app/ustawienia/info"));
      await expect(button(page, t("settings.profile.save"))).toBeVisible();
    },
  },
  {
    name: "settings-security",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/security", "/app/ustawienia/bezpieczenstwo"));
      await button(page, t("settings.second.begin")).click();
      await expect(page.getByRole("img", { name: t("settings.second.picture") })).toBeVisible();
      await expect(page.getByText(t("settings.sessions.here"))).toBeVisible();
    },
  },
  {
    name: "settings-billing",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/billing", "/app/ustawienia/płatności"));
      await expect(page.getByText(t("settings.billing.free"))).toBeVisible();
    },
  },
  {
    name: "settings-connections",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/connections", "/app/ustawienia/polaczenia"));
      await page.getByRole("combobox", { name: t("connections.field.kind") }).fill("shoper");
      await field(page, t("connections.field.host")).fill("sklep.example.pl");
      await field(page, t("connections.field.secret")).fill("0123456789abcdef");
      await button(page, t("connections.add.submit")).click();
      await expect(button(page, t("connections.list.changeOf", { name: "sklep.example.pl" }))).toBeVisible();
    },
  },
  {
    name: "settings-keys",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/api-keys", "/app/ustawienia/klucze-api"));
      await expect(page.getByText(t("settings.keys.none"))).toBeVisible();
      await button(page, t("settings.keys.new")).click();
      await field(page, t("settings.keys.name")).fill("Claude");
      await button(page, t("settings.keys.make")).click();
      await button(page, t("settings.keys.done")).click();
      await expect(button(page, t("settings.keys.revokeOf", { name: "Claude" }))).toBeVisible();
    },
  },
  {
    name: "settings-new-key",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/api-keys", "/app/ustawienia/klucze-api"));
      await button(page, t("settings.keys.new")).click();
      await page.getByRole("checkbox", { name: t("settings.keys.someTools") }).check();
      await expect(page.getByRole("group", { name: t("settings.keys.tools") })).toBeVisible();
    },
  },
  {
    name: "settings-key-shown",
    open: async ({ page, t, language }) => {
      await page.goto(path(language, "/app/settings/api-keys", "/app/ustawienia/klucze-api"));
      await button(page, t("settings.keys.new")).click();
      await field(page, t("settings.keys.name")).fill("Claude");
      await button(page, t("settings.keys.make")).click();
      await expect(field(page, t("settings.keys.secret"))).toBeVisible();
    },
  },
];

const plans: Screen[] = [
  {
    name: "checkout-guest",
    guest: true,
    open: async ({ page, t }) => {
      await page.goto("/checkout");
      await expect(
        page.getByRole("link", { name: t("plans.card.chooseName", { plan: "Pro" }) }),
      ).toBeVisible();
    },
  },
  {
    name: "checkout",
    open: async ({ page, t }) => {
      await page.goto("/checkout");
      await page.getByText(t("plans.period.annual"), { exact: true }).click();
      await button(page, t("plans.card.chooseName", { plan: "Pro" })).click();
      await expect(button(page, t("plans.request.withdraw"))).toBeVisible();
    },
  },
  {
    name: "admin-products",
    open: async (stage) => {
      const { page, context, server, language, t } = stage;
      const headers = await csrfHeaders(context, server.url);
      const data = { product_id: 2, period: "annual" };
      await context.request.post(`${server.url}/api/plan/request`, { headers, data });
      await signInAdministrator(context, server, language);
      await page.goto("/app/admin/products");
      await expect(page.getByText(t("products.requests.lead"))).toBeVisible();
      await expect(page.getByRole("region", { name: t("products.list.title") })).toBeVisible();
    },
  },
  {
    name: "admin-product",
    open: async ({ page, context, server, language, t }) => {
      await signInAdministrator(context, server, language);
      await page.goto("/app/admin/products?plan=0");
      await page.getByRole("radio", { name: t("products.tools.some") }).check();
      await expect(page.getByText(t("products.effect.title"))).toBeVisible();
    },
  },
];

const docs = ({ language }: Stage) => path(language, "/docs", "/pl/docs");

const documentation: Screen[] = [
  ...["introduction", "plugins/first-template", "reference/http"].map(
    (name): Screen => ({
      name: `docs-${name.replace("/", "-")}`,
      guest: true,
      open: async (stage) => {
        await stage.page.goto(`${docs(stage)}/${name}`);
        await expect(heading(stage)).toBeVisible();
      },
    }),
  ),
  {
    name: "docs-search",
    guest: true,
    open: async (stage) => {
      await stage.page.goto(`${docs(stage)}/introduction`);
      await stage.page.getByRole("combobox", { name: stage.t("docs.search.label") }).fill("model");
      await expect(stage.page.getByRole("option").first()).toBeVisible();
    },
  },
];

/** Every screen of the product and every state of it that looks different. */
export const SCREENS: Screen[] = [
  ...guests,
  ...administration,
  ...pages,
  ...publishing,
  ...account,
  ...frame,
  ...catalogue,
  ...groups,
  ...runs,
  ...bulk,
  ...documents,
  ...brand,
  ...projects,
  ...plans,
  ...documentation,
];

/**
 * Ends every transition at once. Motion is reduced already, but a colour that is inherited changes in each element only
 * after it has changed in the one around it, one frame after another. The sheet is no part of the page, so its content
 * security policy has no say in it.
 */
async function stand(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** What listens to the window's size and colours draws again within two frames. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

type Look = { size: (typeof WIDTHS)[number]; scheme: (typeof SCHEMES)[number]; aspects: Aspect[] };

/** Every width and both colour schemes; axe sees each of them once, since a scheme changes nothing but the colours. */
const looksOf = ({ narrow, wide }: Screen): Look[] =>
  WIDTHS.flatMap((size, place) =>
    SCHEMES.map((scheme, order): Look => {
      const isAlone = narrow || wide;
      const rest: Aspect[] = IS_THOROUGH || isAlone ? ["contrast"] : [];
      return { size, scheme, aspects: order === place ? ["everything"] : rest };
    }),
  );

/** Each width: enough for a further language, whose words are others and longer, and whose structure and colours are the same. */
const FURTHER: Look[] = WIDTHS.map((size, place) => ({
  size,
  scheme: SCHEMES[place] ?? "light",
  aspects: place === 0 ? ["words"] : [],
}));

/** What is worth looking at in a language. */
export const looksIn = (language: Language, screen: Screen) =>
  language === "en" || IS_THOROUGH ? looksOf(screen) : FURTHER;

/** Brings a screen onto the stage and calls `look` in each of the looks that the screen has. */
export async function show(
  screen: Screen,
  stage: Stage,
  look: (what: string, aspects: Aspect[]) => Promise<void>,
  looks = looksOf(screen),
) {
  const { page, context, server, language } = stage;
  if (screen.admin) await enterAsAdministrator(context, server, language);
  else if (!screen.guest) await register(context, server.url, language);
  await screen.open(stage);
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
