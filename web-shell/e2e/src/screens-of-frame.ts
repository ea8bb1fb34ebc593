import { addClients, addHistory } from "./history.ts";
import { all, press, type Screens, sees } from "./screen.ts";
import { button, keysReady } from "./shell.ts";
import { expect } from "./test.ts";
import { either, sendTopic, write } from "./topic.ts";

const guests: Screens = {
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
      watch.expect(404, /^\/app\/nowhere$/);
      await page.goto("/app/nowhere");
    },
    shows: sees.heading("shell.notFound.title"),
  },
  "reset-password": { at: "resetPassword", shows: sees.button("accounts.reset.submit") },
  "new-password": { at: "resetPassword", query: "?token=x", shows: sees.button("accounts.reset.save") },
  "second-step": { at: "login", query: "#challenge=x", shows: sees.button("accounts.second.submit") },
  "checkout-guest": { at: "checkout", shows: sees.link("plans.card.chooseName", { plan: "Pro" }) },
};

const dashboards: Screens = {
  offline: {
    steps: async ({ context, ui, watch }) => {
      // Holds any request of that moment.
      watch.expectToFail(/^\/(api|broadcasting|assets)\//);
      watch.expectOnConsole(/^WebSocket/);
      await expect(ui.heading("dashboard.first.title")).toBeVisible();
      await context.setOffline(true);
    },
    shows: sees.text("shell.offline.text"),
  },
  "dashboard-new": { shows: sees.heading("dashboard.first.title") },
  dashboard: {
    given: async (stage) => {
      const [project = 0] = await addClients(stage, 1);
      await addHistory(stage, { project });
      await write(stage);
      await stage.api.runOneOrder(either(stage, "bakery.csv", "piekarnia.csv"));
    },
    shows: ({ ui }) => [
      ui.region("dashboard.recent.title").getByRole("link").first(),
      ui.region("dashboard.steps.title").getByRole("link").first(),
      ui.region("dashboard.chart.title").getByRole("slider"),
    ],
  },
  "dashboard-without-words": {
    given: write,
    shows: ({ ui }) => ui.region("dashboard.chart.title").getByRole("link"),
  },
  "dashboard-all": {
    given: async (stage) => {
      for (const [place, project] of (await addClients(stage)).entries())
        await addHistory(stage, { project, days: 26 - place * 2, perDay: (place % 3) + 1 });
    },
    query: "?projects=all",
    shows: ({ ui }) => [
      ui.region("dashboard.projects.title").getByRole("link").nth(1),
      ui.region("dashboard.chart.title").getByRole("slider"),
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
  palette: {
    given: write,
    steps: ({ ui }) => ui.button("layout.search.name").click(),
    shows: ({ page }) => page.getByRole("option", { selected: true }),
  },
  "palette-results": {
    given: write,
    steps: async (stage) => {
      await stage.ui.button("layout.search.name").click();
      await stage.ui.combobox("palette.title").fill(either(stage, "fa", "po"));
    },
    shows: ({ page }) => page.getByRole("option", { selected: true }),
  },
  "palette-none": {
    steps: async ({ ui }) => {
      await ui.button("layout.search.name").click();
      await ui.combobox("palette.title").fill("xyzzy");
    },
    shows: sees.text("palette.none"),
  },
  "key-sheet": {
    steps: async ({ page }) => {
      await keysReady(page);
      await page.keyboard.press("?");
    },
    shows: sees.dialog("palette.keys.title"),
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

const signedIn: Screens = {
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
  "home-signed-in": {
    given: async ({ ui }) => {
      await ui.open("dashboard");
      await expect(ui.title()).toBeVisible();
    },
    at: "home",
    shows: sees.link("site.frame.dashboard"),
  },
  "limit-dialog": {
    setup: "poor",
    steps: async (stage) => {
      stage.watch.expect(402, /\/runs$/);
      await sendTopic(stage);
    },
    shows: sees.dialog("shell.limit.title"),
  },
};

/** The pages of guests, the dashboard, and what stands around every page. */
export const frame: Screens = { ...all({ guest: true }, guests), ...signedIn };
