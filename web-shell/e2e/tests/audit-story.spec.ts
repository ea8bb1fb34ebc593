import { audit, auditedProject, page as html, serve, startOf } from "../src/audited-site.ts";
import type { Pages } from "../src/site.ts";
import { expect, inEach, LANGUAGES, asUser as test } from "../src/test.ts";

/** A crawl and a check take longer than other waits on a busy machine. */
const PATIENCE = { timeout: 60_000 };

const RULE = "title-missing";
const PRICES = "/cennik";
const EMPTY = { nav: "", footer: "" };

/** A page of prices. */
const prices = (title: string | null) => html("Cennik", "<p>Stół od 3900 zł.</p>", { ...EMPTY, title });

inEach(LANGUAGES, () => {
  test("a finding becomes a task, is fixed, checked again and verified, and comes back", async ({
    api,
    ui,
    page,
    t,
  }) => {
    test.setTimeout(240_000);
    let release: (page: string) => void = () => undefined;
    const held = new Promise<string>((resolve) => {
      release = resolve;
    });
    const pages: Pages = {
      "/": html("Stoły dębowe", `<p>Robimy stoły.</p><p><a href="${PRICES}">Cennik</a></p>`, EMPTY),
      [PRICES]: held,
    };
    const site = await serve(pages);
    const project = await auditedProject(api);
    await ui.open("audits");
    await ui.field("audits.start.address").fill(startOf(site));
    await ui.button("audits.start.go").click();

    // Pages come in while the server waits for the others.
    const latest = page.getByRole("list", { name: t("audits.live.pages") });
    await expect(latest.getByRole("listitem").first()).toBeVisible(PATIENCE);
    release(prices(null));
    await expect(ui.heading("audits.first.title")).toBeVisible(PATIENCE);

    // What is wrong, where, why it matters and how to fix it.
    const [{ id }] = (await api.get("/api/audits")).data;
    const before = await api.get(`/api/audits/${id}`);
    const rule = await api.get(`/api/audits/${id}/rules/${RULE}`);
    await ui.region("audits.first.title").getByRole("link", { name: rule.title }).click();
    await expect(ui.title()).toHaveText(rule.title);
    await expect(ui.region("audits.rule.why")).toBeVisible();
    await expect(ui.region("audits.rule.fix")).toBeVisible();
    const findings = page.getByRole("list", { name: t("audits.finding.title") }).getByRole("listitem");
    await expect(findings).toHaveCount(1);
    await expect(findings).toContainText(PRICES);
    await findings.getByRole("button", { name: t("audits.finding.task") }).click();
    await expect(ui.text("audits.finding.taskMade")).toBeVisible();
    const stateOf = (state: string) => t(`audits.finding.taskState.${state}`);
    await findings.getByRole("link", { name: stateOf("open") }).click();
    await expect(ui.combobox("tasks.form.state")).toHaveValue(t("tasks.state.open"));
    await expect(ui.region("tasks.finding.title")).toContainText(PRICES);
    await expect(ui.link("tasks.finding.rule", { rule: rule.title })).toBeVisible();
    const task = page.url();
    await page.goBack();

    // The owner fixes it, and the check verifies that.
    pages[PRICES] = prices("Cennik stołów dębowych na wymiar z Gdyni");
    await findings.getByRole("button", { name: t("audits.again.page") }).click();
    await expect(ui.text("audits.finding.none.all")).toBeVisible(PATIENCE);
    const after = await api.get(`/api/audits/${id}`);
    expect(after.score).toBeGreaterThan(before.score);
    await ui.open("auditRule", { audit: id, rule: RULE }, "?show=verified");
    await expect(findings).toContainText(PRICES);

    // The check has closed the task, and not its owner.
    const history = page.getByRole("list", { name: t("tasks.history.title") });
    const auditor = t("tasks.history.by.audit");
    await page.goto(task);
    await expect(ui.combobox("tasks.form.state")).toHaveValue(t("tasks.state.done"));
    const [, isGone = ""] = t("tasks.finding.verifiedAt", { when: "|" }).split("|");
    await expect(ui.region("tasks.finding.title")).toContainText(isGone);
    const closed = history.getByRole("listitem").filter({ hasText: t("tasks.history.verified") });
    await expect(closed).toContainText(auditor);

    // The mistake is back in the next audit, and so is the task.
    pages[PRICES] = prices(null);
    const second = await audit(api, project, site);
    await ui.open("auditRule", { audit: second, rule: RULE }, "?show=back");
    await expect(findings).toHaveCount(1);
    await expect(findings).toContainText(PRICES);
    await expect(findings).toContainText(t("audits.finding.back"));
    await findings.getByRole("link", { name: stateOf("open") }).click();
    await expect(page).toHaveURL(task);
    await expect(ui.combobox("tasks.form.state")).toHaveValue(t("tasks.state.open"));
    const opened = history.getByRole("listitem").filter({ hasText: t("tasks.history.returned") });
    await expect(opened).toContainText(auditor);
    await expect(closed).toHaveCount(1);
    await expect(ui.region("tasks.finding.title")).toContainText(t("tasks.finding.closes"));

    // Its owner gets a notification, and finds it among the open tasks.
    const { unread } = await api.get("/api/notifications");
    await ui.button("notifications.bell.unread", { count: unread }).click();
    const { title } = await api.get(`/api/tasks/${task.split("/").at(-1)}`);
    await ui.dialog("notifications.bell.title").getByRole("link").filter({ hasText: title }).click();
    await expect(page).toHaveURL(task);
    await ui.open("tasks");
    await expect(ui.rows()).toHaveCount(1);
    await expect(ui.rows()).toContainText(title);
    await site.stop();
  });
});
