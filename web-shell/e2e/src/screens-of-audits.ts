import { EARLIER, NEWEST, openAudits } from "./audits.ts";
import { press, type Screens, sees } from "./screen.ts";
import { expect, type Stage } from "./test.ts";

const AUDIT = { audit: NEWEST };

/** Opens a page after the answers are recorded. */
const given =
  (recorded: Parameters<typeof openAudits>[1] = {}, params: Record<string, string> = AUDIT) =>
  async (stage: Stage) => {
    await openAudits(stage, recorded);
    return params;
  };

/** The audits of a project, in each state. */
export const audits: Screens = {
  "audits-no-project": { at: "audits", shows: sees.heading("audits.start.noProject") },
  "audits-start": { given: given({ state: null }), at: "audits", shows: sees.field("audits.start.address") },
  "audits-refused": {
    given: async (stage) => {
      stage.watch.expect(402, /^\/api\/audits$/);
      const message = {
        en: "You can check 120 more pages this month, and this audit needs 500. Check fewer pages, or choose a larger plan.",
        pl: "W tym miesiącu możesz sprawdzić jeszcze 120 podstron, a ten audyt potrzebuje 500. Sprawdź mniej podstron albo wybierz większy plan.",
      }[stage.language];
      await openAudits(stage, { state: null, refusal: { status: 402, code: "pages.exhausted", message } });
    },
    at: "audits",
    steps: ({ ui }) => ui.button("audits.start.go").click(),
    shows: ({ page }) => page.getByRole("alert"),
  },
  "audit-running": {
    given: given({ state: "crawling" }),
    at: "audit",
    shows: sees.button("audits.live.pause"),
  },
  "audit-paused": {
    given: given({ state: "paused" }),
    at: "audit",
    shows: sees.button("audits.live.resume"),
  },
  "audit-failed": { given: given({ state: "failed" }), at: "audit", shows: sees.text("audits.frame.failed") },
  audit: {
    given: given(),
    at: "audit",
    shows: sees.heading("audits.first.title"),
  },
  "audit-unread": {
    given: given({ isUnread: true }),
    at: "audit",
    shows: sees.text("audits.score.unreadText"),
  },
  "audit-pages": { given: given(), at: "auditPages", steps: ({ ui }) => expect(ui.lines()).toHaveCount(5) },
  "audit-tree": {
    given: given(),
    at: "auditTree",
    steps: ({ ui }) => ui.button("audits.tree.open", { name: "promocje/" }).click(),
    shows: ({ page }) => page.getByRole("link", { name: "zima-2025" }),
  },
  "audit-rule": {
    given: given({}, { ...AUDIT, rule: "title-too-long" }),
    at: "auditRule",
    shows: sees.heading("audits.rule.fix"),
  },
  "audit-rule-limits": {
    given: given({}, { ...AUDIT, rule: "title-too-long" }),
    at: "auditRule",
    steps: ({ ui }) => ui.button("audits.rule.edit").click(),
    shows: sees.dialog("audits.rule.edit"),
  },
  "audit-rule-ignore": {
    given: given({}, { ...AUDIT, rule: "http-4xx-internal" }),
    at: "auditRule",
    steps: ({ page, t }) =>
      page
        .getByRole("button", { name: t("audits.ignore.go") })
        .first()
        .click(),
    shows: sees.dialog("audits.ignore.title"),
  },
  "audit-page": {
    given: given({}, { page: "0" }),
    at: "auditPage",
    query: `?audit=${NEWEST}`,
    shows: sees.heading("audits.page.search"),
  },
  "dashboard-audit": { given: given(), at: "dashboard", shows: sees.region("dashboard.audit.title") },
  audits: { given: given(), at: "auditList", steps: ({ ui }) => expect(ui.lines()).toHaveCount(2) },
  "audits-delete": {
    given: given(),
    at: "auditList",
    steps: ({ page }) => page.locator("tbody button").first().click(),
    shows: sees.dialog("audits.list.deleteTitle"),
  },
  "audits-compare": {
    given: given(),
    at: "auditCompare",
    query: `?before=${EARLIER}&after=${NEWEST}`,
    shows: ({ page }) => page.getByRole("table"),
  },
  "audits-compare-pages": {
    given: given(),
    at: "auditCompare",
    query: `?before=${EARLIER}&after=${NEWEST}&view=pages`,
    shows: ({ page }) => page.getByRole("table"),
  },
  "audit-reports": {
    given: given(),
    at: "auditReports",
    shows: sees.heading("audits.report.brand"),
  },
  "audit-reports-link": {
    given: given(),
    at: "auditReports",
    steps: press("audits.report.make"),
    shows: sees.dialog("audits.report.new"),
  },
  "audit-reports-sent": {
    given: given(),
    at: "auditReports",
    steps: async ({ ui, page, t }) => {
      await ui.button("audits.report.make").click();
      await ui.in(ui.dialog("audits.report.new")).button("audits.report.done").click();
      await ui.combobox("audits.report.cadence").click();
      await page.getByRole("option", { name: t("audits.report.cadences.weekly") }).click();
      await ui.field("audits.report.email").fill("ksiegowosc-i-marketing@meble-dabrowa.example.com");
      await ui.button("audits.report.add").click();
      await expect(page.getByRole("list", { name: t("audits.report.recipients") })).toBeVisible();
    },
    shows: ({ ui }) => ui.region("audits.report.links").getByRole("listitem"),
  },
  "audit-reports-withdraw": {
    given: given(),
    at: "auditReports",
    steps: async ({ ui }) => {
      await ui.button("audits.report.make").click();
      await ui.in(ui.dialog("audits.report.new")).button("audits.report.done").click();
      await ui.region("audits.report.links").getByRole("listitem").getByRole("button").click();
    },
    shows: sees.dialog("audits.report.withdrawTitle"),
  },
  "audit-reports-none": {
    given: given({ state: null }),
    at: "auditReports",
    shows: sees.heading("audits.report.none"),
  },
  "audit-reports-no-project": { at: "auditReports", shows: sees.link("audits.start.addProject") },
  "audits-compare-findings": {
    given: given(),
    at: "auditCompare",
    query: `?before=${EARLIER}&after=${NEWEST}&view=findings`,
    shows: ({ page }) => page.getByRole("table"),
  },
  "audits-compare-none": {
    given: given({ state: null }),
    at: "auditCompare",
    shows: sees.heading("audits.compare.none"),
  },
  "audit-page-not-rendered": {
    given: given({ rendering: { state: "failed", problem: "timed-out", facts: {} } }, { page: "0" }),
    at: "auditPage",
    query: `?audit=${NEWEST}`,
    shows: sees.text("audits.rendering.problem.timed-out"),
  },
  "audit-page-unconnected": {
    given: given({ rendering: { state: "unconnected", problem: "", facts: {} } }, { page: "0" }),
    at: "auditPage",
    query: `?audit=${NEWEST}`,
    shows: sees.text("audits.rendering.unconnected"),
  },
  "audit-settings": {
    given: given(),
    at: "auditSettings",
    shows: sees.heading("audits.ignore.list"),
  },
  "audit-settings-secrets": {
    given: given(),
    at: "auditSettings",
    steps: async ({ ui }) => {
      await ui.radio("audits.login.kinds.header").check();
      await ui.field("audits.login.names.header").fill("X-Staging-Access");
      await ui.in(ui.region("audits.login.title")).field("audits.login.secrets.header").fill("open sesame");
      await ui.button("audits.login.save").click();
      await ui.button("audits.deployment.make").click();
    },
    shows: ({ ui }) => [ui.button("audits.login.remove"), ui.field("audits.deployment.address")],
  },
  "audit-settings-login": {
    given: given(),
    at: "auditSettings",
    steps: ({ ui }) => ui.radio("audits.login.kinds.cookie").check(),
    shows: sees.field("audits.login.names.cookie"),
  },
};
