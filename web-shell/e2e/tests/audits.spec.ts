import { LINK, NEWEST, openAudits } from "../src/audits.ts";
import { expect, IN_ENGLISH, IN_POLISH, inEach, asUser as test } from "../src/test.ts";

/** As many as all official packs have. */
const RULES = 266;

inEach(IN_POLISH, () => {
  test("a user starts an audit, pauses, resumes and cancels it", async ({ stage, ui, page }) => {
    const record = await openAudits(stage, { state: null });
    await ui.open("audits");
    await ui.button("audits.start.go").click();
    await expect(page).toHaveURL(new RegExp(`${NEWEST}$`));
    await expect(page.getByRole("list", { name: stage.t("audits.live.findings") })).toBeVisible();
    await ui.button("audits.live.pause").click();
    await ui.button("audits.live.resume").click();
    await ui.button("audits.live.cancel").click();
    const dialog = ui.in(ui.dialog("audits.live.cancelTitle"));
    await dialog.button("audits.live.cancel").click();
    await expect(ui.text("audits.frame.cancelled")).toBeVisible();
    const calls = record.sent.map(({ call }) => call.replace(`/${NEWEST}`, ""));
    expect(calls).toEqual([
      "POST /api/audits",
      "POST /api/audits/pause",
      "POST /api/audits/resume",
      "POST /api/audits/cancel",
    ]);
  });

  test("a refused start says why beside its button", async ({ stage, ui, page, watch }) => {
    const message = "Audyt tego projektu już trwa.";
    watch.expect(409, /^\/api\/audits$/);
    await openAudits(stage, { state: null, refusal: { status: 409, code: "audits.running", message } });
    await ui.open("audits");
    await ui.button("audits.start.go").click();
    await expect(page.getByRole("alert").getByText(message)).toBeVisible();
    await expect(ui.link("audits.start.running")).toBeVisible();
  });

  test("a start on another site is refused at its field", async ({ stage, ui, watch }) => {
    watch.expect(422, /^\/api\/audits$/);
    const errors = { start: ["Adres musi należeć do witryny tego projektu."] };
    await openAudits(stage, {
      state: null,
      refusal: { status: 422, code: "validation", message: "", errors },
    });
    await ui.open("audits");
    await ui.button("audits.start.go").click();
    await expect(ui.field("audits.start.address")).toHaveAccessibleDescription(/musi należeć/);
  });

  test("the newest audit leads to a rule, and a finding is ignored with a reason", async ({
    stage,
    ui,
    page,
    t,
  }) => {
    const record = await openAudits(stage);
    await ui.open("audits");
    await page.getByRole("link", { name: "Tytuł zbyt długi" }).first().click();
    await page.getByRole("tab", { name: "PrestaShop" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("Meta-tytuł");
    await page
      .getByRole("button", { name: t("audits.ignore.go") })
      .first()
      .click();
    const dialog = ui.in(ui.dialog("audits.ignore.title"));
    await dialog.radio("audits.ignore.scopes.rule").check();
    await dialog.field("audits.ignore.reason").fill("Nazwy są z katalogu producenta");
    await dialog.button("audits.ignore.confirm").click();
    await expect(ui.dialog("audits.ignore.title")).toBeHidden();
    expect(record.sent.at(-1)).toMatchObject({
      call: "POST /api/audit-ignores",
      body: { rule: "title-too-long", reason: "Nazwy są z katalogu producenta" },
    });
    await page.reload();
    await expect(page.getByRole("tab", { name: "PrestaShop" })).toHaveAttribute("aria-selected", "true");
  });
});

for (const languages of [IN_POLISH, IN_ENGLISH]) {
  inEach(languages, () => {
    test("a report is shared by a link, and the link is withdrawn", async ({ stage, ui, page, t }) => {
      const record = await openAudits(stage);
      await ui.open("audit", { audit: NEWEST });
      await ui.link("audits.report.open").click();
      await expect(ui.text("audits.report.noLinks")).toBeVisible();
      await ui.button("audits.report.make").click();
      const dialog = ui.in(ui.dialog("audits.report.new"));
      await expect(ui.dialog("audits.report.new").getByRole("textbox")).toHaveValue(`${LINK}r1`);
      await dialog.button("audits.report.done").click();
      const links = page.getByRole("list", { name: t("audits.report.links") });
      await expect(links.getByRole("listitem")).toHaveCount(1);
      await links.getByRole("button").click();
      await ui.in(ui.dialog("audits.report.withdrawTitle")).button("audits.report.withdraw").click();
      await expect(ui.text("audits.report.noLinks")).toBeVisible();
      expect(record.sent.map(({ call }) => call)).toEqual([
        `POST /api/audits/${NEWEST}/reports`,
        "DELETE /api/audit-reports/r1",
      ]);
    });

    test("a recipient is asked before reports are mailed", async ({ stage, ui, page }) => {
      await openAudits(stage);
      await ui.open("auditReports");
      await ui.field("audits.report.email").fill("ewa@example.org");
      await ui.button("audits.report.add").click();
      await expect(page.getByText("ewa@example.org")).toBeVisible();
      await expect(page.getByText(/waiting for confirmation|czeka na potwierdzenie/)).toBeVisible();
    });
  });
}

inEach(IN_ENGLISH, () => {
  test("a category filters the checks, and a finding is checked again", async ({ stage, ui, page, t }) => {
    const record = await openAudits(stage);
    await ui.open("audit", { audit: NEWEST });
    const rows = page.getByRole("table", { name: t("audits.rules.title") }).locator("tbody tr");
    await expect(rows).not.toHaveCount(0);
    const all = await rows.count();
    await page.getByRole("button", { name: t("audits.category.titles") }).click();
    await expect(rows).toHaveCount(3);
    expect(all).toBeGreaterThan(3);
    await rows.getByRole("link", { name: "Title too long" }).click();
    await page
      .getByRole("button", { name: t("audits.again.page") })
      .first()
      .click();
    await expect(ui.text("audits.again.started")).toBeVisible();
    expect(record.sent.at(-1)).toEqual({
      call: `POST /api/audits/${NEWEST}/again`,
      body: { rule: "title-too-long", page: 0 },
    });
  });

  test("a finding becomes a task, and one that is there is a link", async ({ stage, ui, page, t }) => {
    const record = await openAudits(stage);
    await ui.open("auditRule", { audit: NEWEST, rule: "title-too-long" });
    const doing = t("audits.finding.taskState.doing");
    await expect(page.getByRole("link", { name: doing })).toHaveAttribute("href", /task-1$/);
    await page
      .getByRole("button", { name: `${t("audits.finding.task")}:` })
      .first()
      .click();
    await expect(ui.text("audits.finding.taskMade")).toBeVisible();
    expect(record.sent.at(-1)).toEqual({
      call: `POST /api/audits/${NEWEST}/tasks`,
      body: { rule: "title-too-long", page: 0 },
    });
  });

  test("a login and an address for deployments are set, shown and removed", async ({ stage, ui, page }) => {
    const record = await openAudits(stage);
    await ui.open("auditSettings");
    await ui.field("audits.login.names.basic").fill("ada");
    await page.getByRole("textbox", { name: stage.t("audits.login.secrets.basic") }).fill("open sesame");
    await ui.button("audits.login.save").click();
    await expect(ui.button("audits.login.remove")).toBeVisible();
    await expect(page.getByText("open sesame")).toHaveCount(0);
    expect(record.sent.at(-1)?.body).toMatchObject({ kind: "basic", name: "ada", secret: "open sesame" });
    await ui.button("audits.deployment.make").click();
    await expect(ui.field("audits.deployment.address")).toHaveValue(/deployments/);
    await expect(page.getByText(/curl -X POST/)).toBeVisible();
    await ui.button("audits.deployment.hide").click();
    await expect(ui.field("audits.deployment.address")).toBeHidden();
    await ui.button("audits.deployment.withdraw").click();
    await ui.in(ui.dialog("audits.deployment.withdraw")).button("audits.deployment.withdraw").click();
    await expect(ui.button("audits.deployment.make")).toBeVisible();
  });

  test("limits of a rule and of the crawl are saved without losing others", async ({
    stage,
    ui,
    page,
    t,
  }) => {
    const record = await openAudits(stage);
    await ui.open("auditRule", { audit: NEWEST, rule: "title-too-long" });
    await ui.button("audits.rule.edit").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Widest title, in pixels" }).fill("600");
    await dialog.getByRole("button", { name: t("audits.settings.save") }).click();
    await expect(dialog).toBeHidden();
    await ui.open("auditSettings");
    await ui.field("audits.settings.number.pages").fill("1000");
    await ui.radio("audits.settings.schedules.weekly").check();
    await ui.button("audits.settings.save").click();
    await expect(ui.text("audits.settings.saved")).toBeVisible();
    expect(record.sent.at(-1)?.body).toMatchObject({
      pages: 1000,
      schedule: "weekly",
      exclude: ["/koszyk*"],
      rules: { "content-thin": { off: true }, "title-too-long": { parameters: { chars: 65, px: 600 } } },
    });
  });

  test("two audits are chosen in the list and compared with the earlier one first", async ({
    stage,
    ui,
    page,
  }) => {
    await openAudits(stage);
    await ui.open("auditList");
    await expect(ui.lines()).toHaveCount(2);
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await ui.link("audits.list.compare").click();
    await expect(page.getByRole("img", { name: /74\.6/ })).toBeVisible();
    await expect(page.getByText("+10.3")).toBeVisible();
    await ui.text("audits.compare.views.findings").click();
    await expect(ui.lines()).toHaveCount(2);
    await expect(page.getByRole("cell", { name: "Fixed" })).toBeVisible();
  });

  test("both audits of a comparison are chosen on its page", async ({ stage, ui, page }) => {
    await openAudits(stage);
    await ui.open("auditCompare");
    await expect(page.getByText("+10.3")).toBeVisible();
    await expect(ui.combobox("audits.compare.before")).toHaveValue(/74\.6$/);
    await expect(ui.combobox("audits.compare.after")).toHaveValue(/84\.9$/);
  });

  test("reports are shared and mailed by keyboard, and the focus is never lost", async ({
    stage,
    ui,
    page,
  }) => {
    await openAudits(stage);
    await ui.open("auditReports");
    // Without a focus, the next key begins at the top of the page again.
    const focused = page.locator("main:focus, main :focus");
    const make = ui.button("audits.report.make");
    await make.focus();
    await page.keyboard.press("Enter");
    await expect(ui.field("audits.report.link")).toBeFocused();
    await ui.button("audits.report.done").focus();
    await page.keyboard.press("Enter");
    await expect(make).toBeFocused();
    await ui.region("audits.report.links").getByRole("listitem").getByRole("button").focus();
    await page.keyboard.press("Enter");
    const dialog = ui.dialog("audits.report.withdrawTitle");
    await ui.in(dialog).button("audits.report.withdraw").focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(ui.text("audits.report.noLinks")).toBeVisible();
    await expect(focused).toHaveCount(1);

    await ui.field("audits.report.email").focus();
    await page.keyboard.type("ewa@example.org");
    await page.keyboard.press("Enter");
    const remove = ui.button("audits.report.removeOf", { email: "ewa@example.org" });
    await remove.focus();
    await page.keyboard.press("Enter");
    await expect(remove).toBeHidden();
    await expect(focused).toHaveCount(1);
  });

  test("a login and a deployment are set by keyboard, and the focus is never lost", async ({
    stage,
    ui,
    page,
  }) => {
    await openAudits(stage);
    await ui.open("auditSettings");
    await ui.radio("audits.login.kinds.basic").focus();
    await page.keyboard.press("ArrowDown");
    await expect(ui.radio("audits.login.kinds.header")).toBeChecked();
    await ui.field("audits.login.names.header").fill("X-Staging");
    await ui.in(ui.region("audits.login.title")).field("audits.login.secrets.header").fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(ui.button("audits.login.remove")).toBeVisible();
    await ui.button("audits.deployment.make").focus();
    await page.keyboard.press("Enter");
    const address = ui.field("audits.deployment.address");
    await expect(address).toBeFocused();
    await ui.button("audits.deployment.hide").focus();
    await page.keyboard.press("Enter");
    await expect(address).toBeHidden();
    await expect(page.locator("#content")).toBeFocused();
  });

  test("a comparison is read by keyboard, down to the finding", async ({ stage, ui, page, t }) => {
    await openAudits(stage);
    await ui.open("auditCompare");
    await page.getByRole("radio", { name: t("audits.compare.views.rules") }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/view=findings/);
    await expect(ui.lines()).toHaveCount(2);
    await ui.lines().first().getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/title-too-long$/);
  });

  test("an address without its audit opens the page in the newest one", async ({ stage, ui, page }) => {
    await openAudits(stage);
    await ui.open("auditPage", { page: "2" });
    await expect(page).toHaveURL(new RegExp(`details/2\\?audit=${NEWEST}$`));
    await expect(ui.title()).toHaveText("/promocje/lato-2025");
  });

  test("the tree opens by keyboard, folder by folder", async ({ stage, ui, page }) => {
    await openAudits(stage);
    await ui.open("auditTree", { audit: NEWEST });
    const folder = ui.button("audits.tree.open", { name: "krzesla/" });
    await folder.focus();
    await page.keyboard.press("Enter");
    await expect(folder).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("list", { name: "krzesla/" }).getByRole("listitem")).toHaveCount(2);
  });

  test("the first of many checks are drawn at once, the others on request", async ({
    stage,
    ui,
    page,
    t,
  }) => {
    const record = await openAudits(stage, { rules: RULES });
    await ui.open("audit", { audit: NEWEST });
    const rows = page.getByRole("table", { name: t("audits.rules.title") }).locator("tbody tr");
    await expect(rows).toHaveCount(40);
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect(rows).not.toHaveCount(40);
    await expect(ui.region("audits.rules.title")).toBeFocused();
    expect(record.sent).toEqual([]);
  });
});
