import { mailedLink } from "../src/outbox.ts";
import { button, field, signOut } from "../src/shell.ts";
import { beside, enterAsAdministrator, makeUser } from "../src/staff.ts";
import { asAdministrator, asUser, expect, IN_POLISH, inEach, LANGUAGES, test } from "../src/test.ts";

inEach(IN_POLISH, (language) => {
  test("a user is found, gets a sign-in link and is impersonated, and the log records it", async ({
    page,
    browser,
    server,
    t,
    ui,
    api,
  }) => {
    const admin = await enterAsAdministrator(api, language);
    const user = await makeUser(api, language);
    await page.goto("/app/dashboard");
    await ui.link("layout.admin.users").click();
    await expect(ui.title()).toHaveText(t("admin.users.title"));
    // Found without Polish letters, by parts of the name and the address.
    await ui.searchbox("admin.users.search").fill(`LAKA ${user.email.split("@")[0]}`);
    await expect(ui.text("admin.users.count", { count: 1 })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: user.name }).click();
    await expect(ui.title()).toHaveText(user.name);

    await ui.button("admin.access.linkMake").click();
    const link = await ui.field("admin.link.label").inputValue();
    await ui.button("admin.link.done").click();
    await beside(browser, server, language, async (other) => {
      await other.page.goto(link);
      await expect(other.page).toHaveURL("/app/dashboard");
      await other.page.goto(link);
      await expect(other.text("accounts.oneTime.failed").first()).toBeVisible();
    });

    await ui.button("admin.person.actAs").click();
    await expect(page).toHaveURL("/app/dashboard");
    const banner = ui.region("shell.acting.title");
    await expect(banner).toContainText(user.email);
    // One screen of each layout.
    for (const path of [ui.path("checkout"), ui.path("onboarding"), ui.path("settingsSecurity")]) {
      await page.goto(path);
      await expect(banner, path).toBeVisible();
    }
    await button(banner, t("shell.acting.back")).click();
    await expect(page).toHaveURL(`/app/admin/user/${user.id}`);
    await expect(ui.title()).toHaveText(user.name);
    await expect(banner).toBeHidden();

    await ui.link("admin.facts.audit").click();
    const entries = ui.lines();
    await expect(entries).toHaveCount(4);
    const deeds = ["user-impersonation-ended", "user-impersonated", "user-link-made"];
    for (const [index, deed] of deeds.entries()) {
      await expect(entries.nth(index)).toContainText(t(`admin.deed.${deed}`));
      await expect(entries.nth(index)).toContainText(admin.name);
    }
    await expect(entries.nth(3)).toContainText(t("admin.deed.user-created", { role: t("admin.role.user") }));
  });

  asAdministrator("words, pages, name, suspension and erasure", async ({ page, t, watch, ui, api }) => {
    watch.expect(422, /^\/api\/admin\/users\//);
    const user = await makeUser(api, language);
    await page.goto(`/app/admin/user/${user.id}`);
    const own = ui.in(ui.region("admin.words.title"));
    const words = own.field("admin.words.amount");
    // A text stays as it was typed: a wrong guess could not be taken back.
    for (const text of ["", "-5", "1e9", "1.5", "10k", "99999999999999999999"]) {
      await words.fill(text);
      await ui.button("admin.words.give").click();
      await expect(words).toHaveValue(text);
      await expect(words).toHaveAttribute("aria-invalid", "true");
      await expect(words).toHaveAccessibleDescription(/\S/);
      await expect(words).toBeFocused();
    }
    await words.fill("500");
    await ui.button("admin.words.give").click();
    await expect(own.field("admin.words.reason")).toHaveAttribute("aria-invalid", "true");
    await own.field("admin.words.reason").fill("Bank holiday");
    await ui.button("admin.words.give").click();
    const gift = ui.dialog("admin.words.sure", { count: 500, amount: "500", name: user.name });
    await button(gift, t("admin.words.give")).click();
    const have = { left: t.number(10_500), used: t.number(0), allowance: t.number(10_500) };
    await expect(ui.text("admin.words.have", { count: 10_500, ...have })).toBeVisible();

    const pages = ui.in(ui.region("admin.pages.title"));
    await pages.field("admin.pages.amount").fill("20");
    await pages.field("admin.pages.reason").fill("Bank holiday");
    await ui.button("admin.pages.give").click();
    const more = ui.dialog("admin.pages.sure", { count: 20, amount: "20", name: user.name });
    await button(more, t("admin.pages.give")).click();
    const left = { left: t.number(520), used: t.number(0), allowance: t.number(520) };
    await expect(ui.text("admin.pages.have", { count: 520, ...left })).toBeVisible();

    await ui.field("admin.edit.name").fill("Zofia Nowa");
    // Leaving asks before the changed name is lost.
    await ui.menu("layout.admin.users").click();
    await button(ui.dialog("shell.leave.title"), t("shell.leave.stay")).click();
    await ui.button("admin.edit.save").click();
    await expect(ui.title()).toHaveText("Zofia Nowa");
    const danger = ui.button("admin.danger.menu");
    await danger.click();
    await ui.menuItem("admin.access.suspendAsk").click();
    const sure = ui.dialog("admin.access.suspendSure", { name: "Zofia Nowa" });
    await button(sure, t("admin.access.suspendCancel")).click();
    await expect(danger).toBeFocused();
    await danger.click();
    await ui.menuItem("admin.access.suspendAsk").click();
    await button(sure, t("admin.access.suspendGo")).click();
    await expect(ui.button("admin.access.reactivateGo")).toBeVisible();
    await expect(ui.button("admin.person.actAs")).toBeHidden();
    await ui.button("admin.access.reactivateGo").click();
    await expect(ui.button("admin.person.actAs")).toBeVisible();

    await danger.click();
    await ui.menuItem("admin.erase.ask").click();
    const dialog = page.getByRole("dialog");
    await field(dialog, t("admin.erase.email")).fill("wrong@example.com");
    await button(dialog, t("admin.erase.go")).click();
    await expect(field(dialog, t("admin.erase.email"))).toHaveAttribute("aria-invalid", "true");
    await field(dialog, t("admin.erase.email")).fill(user.email);
    await button(dialog, t("admin.erase.go")).click();
    await expect(page).toHaveURL("/app/admin/users");
    await expect(ui.text("admin.erase.done")).toBeVisible();
  });

  asAdministrator("a new account gets a one-time link", async ({ page, t, ui }) => {
    await page.goto("/app/admin/users");
    await ui.button("admin.users.new").click();
    const dialog = page.getByRole("dialog");
    const email = `jan-${process.pid}-${Date.now()}@example.com`;
    await field(dialog, t("admin.new.name")).fill("Jan Wróbel");
    await field(dialog, t("admin.new.email")).fill(email);
    await button(dialog, t("admin.new.save")).click();
    const link = await field(dialog, t("admin.link.label")).inputValue();
    await button(dialog, t("admin.link.done")).click();
    await expect(page.getByText(email)).toBeVisible();
    await signOut(page, t);
    await page.goto(link);
    await expect(page).toHaveURL("/app/dashboard");
  });

  asAdministrator("a mail is shown with its link", async ({ page, server, ui, api, watch }) => {
    // The frame of a mail runs no scripts, so the browser may report the queries of this test.
    watch.expectOnConsole(/Blocked script execution in 'about:srcdoc'/);
    const user = await makeUser(api, language);
    await page.goto(`/app/admin/user/${user.id}`);
    await ui.button("admin.access.resetSend").click();
    await expect(ui.text("admin.access.resetSent")).toBeVisible();
    await ui.link("layout.admin.outbox").click();
    await ui.lines().filter({ hasText: user.email }).getByRole("link").click();
    const link = await mailedLink(server, user.email);
    await expect(page.locator("pre")).toContainText(link);
    await expect(page.frameLocator("iframe").getByText(link)).toBeVisible();
    await expect(ui.button("admin.mail.copy")).toBeVisible();
  });

  asUser("other users have no access to the administration", async ({ page, watch, ui }) => {
    watch.expect(404, /./);
    await page.goto("/app/dashboard");
    await expect(ui.link("layout.admin.users")).toBeHidden();
    for (const path of ["users", "user/x", "outbox", "audit"]) {
      const answer = await page.goto(`/app/admin/${path}`);
      expect(answer?.status(), path).toBe(404);
      await expect(page.locator("[data-status='404']")).toBeVisible();
    }
  });

  asAdministrator("the end of the menu is reached in a low window", async ({ page, ui }) => {
    await page.setViewportSize({ width: 1366, height: 500 });
    await ui.open("adminUsers");
    await ui.menu("layout.admin.audit").click();
    await expect(page).toHaveURL(ui.path("adminAudit"));
  });

  asAdministrator("an unknown user has no page", async ({ page, t, watch, ui }) => {
    watch.expect(404, /^\/api\/admin\/users\/unknown$/);
    await page.goto("/app/admin/user/unknown");
    await expect(ui.title()).toHaveText(t("shell.notFound.invalid"));
  });
});

asAdministrator(
  "users are sorted and filtered, and the same list is exported",
  async ({ page, ui, api, t }) => {
    const { name, email } = await makeUser(api, "en");
    await page.goto(`/app/admin/users?search=${email}`);
    await expect(ui.lines()).toHaveCount(1);
    await expect(ui.lines().first()).toContainText("0 / 10,000");
    const head = ui.columnHead("admin.users.words");
    await button(head, t("admin.users.words")).click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(/sort=-words/);
    await button(head, t("admin.users.words")).click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await ui.combobox("admin.users.state").click();
    await page.getByRole("option", { name: t("admin.users.states.suspended") }).click();
    await expect(ui.text("admin.users.none")).toBeVisible();
    await ui.combobox("admin.users.state").click();
    await page.getByRole("option", { name: t("admin.users.states.active") }).click();
    await expect(ui.lines()).toHaveCount(1);
    const begun = page.waitForEvent("download");
    await ui.link("admin.users.table").click();
    const file = await (await begun).createReadStream();
    let text = "";
    for await (const piece of file) text += piece;
    expect(text).toContain(`"${name}","${email}"`);
    expect(text.trim().split("\r\n")).toHaveLength(2);
  },
);

asAdministrator("mails, jobs and actions are sorted by their heads", async ({ page, ui, api, t }) => {
  const people = [await makeUser(api, "en"), await makeUser(api, "en")];
  for (const { id } of people) await api.post(`/api/admin/users/${id}/password-reset`, {});
  const sort = async (head: string, to: "ascending" | "descending") => {
    await button(ui.columnHead(head), t(head)).click();
    await expect(ui.columnHead(head)).toHaveAttribute("aria-sort", to);
  };
  const cells = (place: number) => ui.lines().locator(`:is(th, td):nth-child(${place})`);
  /** Waits until a column is sorted: the rows of the order before stay until the next ones arrive. */
  const isSorted = (place: number, turn: (texts: string[]) => string[] = (texts) => texts) =>
    expect
      .poll(async () => {
        const texts = await cells(place).allInnerTexts();
        return (
          texts.length > 1 && turn(texts).every((text, at, all) => at === 0 || (all[at - 1] ?? "") <= text)
        );
      })
      .toBe(true);
  await ui.open("adminOutbox");
  await expect(ui.columnHead("admin.outbox.created")).toHaveAttribute("aria-sort", "descending");
  await sort("admin.outbox.recipient", "ascending");
  await expect(page).toHaveURL(/sort=recipient/);
  await isSorted(2);
  await sort("admin.outbox.recipient", "descending");
  await isSorted(2, (texts) => texts.toReversed());

  await ui.open("adminJobs");
  await expect(ui.columnHead("admin.jobs.dueHead")).toHaveAttribute("aria-sort", "ascending");
  await sort("admin.jobs.failuresHead", "descending");
  await sort("admin.jobs.kind", "ascending");
  await expect(page).toHaveURL(/sort=kind/);

  await ui.open("adminAudit");
  await sort("admin.audit.action", "ascending");
  await sort("admin.audit.when", "descending");
  await sort("admin.audit.when", "ascending");
});

asAdministrator("on a phone filters are behind one button that counts them", async ({ page, ui, t }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await ui.open("adminUsers");
  const closed = ui.button("shell.filters.title");
  await expect(closed).toHaveAttribute("aria-expanded", "false");
  await expect(ui.combobox("admin.users.state")).toBeHidden();
  await expect(ui.searchbox("admin.users.search")).toBeVisible();
  // The list begins on the first screen.
  await expect(ui.lines().first()).toBeInViewport();
  expect((await closed.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await closed.press("Enter");
  await expect(closed).toHaveAttribute("aria-expanded", "true");
  await ui.combobox("admin.users.state").click();
  await page.getByRole("option", { name: t("admin.users.states.active") }).click();
  await expect(ui.button("shell.filters.set", { number: 1 })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(ui.button("shell.filters.set", { number: 1 })).toBeHidden();
  await expect(ui.combobox("admin.users.state")).toBeVisible();
});

asAdministrator("saving the list of users is in the audit log", async ({ page, ui, api, t }) => {
  const { email } = await makeUser(api, "en");
  await page.goto(`/app/admin/users?search=${email}`);
  await expect(ui.lines()).toHaveCount(1);
  const saved = page.waitForEvent("download");
  await ui.link("admin.users.table").click();
  await saved;
  await ui.open("adminAudit");
  await expect(ui.lines().first()).toContainText(t("admin.deed.users-exported", { count: 1, number: "1" }));
  await expect(ui.lines().first()).not.toContainText(email);
});

asAdministrator(
  "the overview leads to what waits, and its period is in the address",
  async ({ page, ui, t }) => {
    await page.goto("/app/dashboard");
    await ui.menu("layout.admin.overview").click();
    await expect(ui.region("overview.figure.sign_ups")).toBeVisible();
    await expect(ui.link("overview.attention.model")).toBeVisible();
    await page.getByText(t("overview.page.days", { count: 90 }), { exact: true }).click();
    await expect(page).toHaveURL(/days=90/);
    const chart = page.getByRole("slider").first();
    await expect(chart).toHaveAttribute("aria-valuemax", "89");
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(chart).toHaveAttribute("aria-valuenow", "89");
    // Another figure takes the place of the chart.
    const words = page.getByRole("button", { name: new RegExp(`^${t("overview.figure.words")}`) });
    await words.click();
    await expect(words).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/figure=words/);
    await expect(ui.region("overview.figure.words")).toContainText(t("overview.toCome.words"));
    await page.getByRole("link", { name: t("overview.link.words") }).click();
    await expect(ui.columnHead("admin.users.words")).toHaveAttribute("aria-sort", "descending");
  },
);

inEach(LANGUAGES, () => {
  asAdministrator("the browser of audits is tested, and each answer is shown", async ({ page, ui, t }) => {
    const none = ui.region("overview.browser.title");
    await ui.open("adminOverview");
    await expect(none).toContainText(t("overview.browser.none"));
    await expect(ui.in(none).link("overview.browser.how")).toHaveAttribute("href", /\/docs\/seo-audit$/);
    await page.route("**/api/admin/audit-browser", (route) =>
      route.fulfill({ json: { address: "http://127.0.0.1:9222", pages: 1 } }),
    );
    const product = "HeadlessChrome/142.0.7444.59";
    await page.route("**/api/admin/audit-browser/test", (route) =>
      route.fulfill({ json: { ok: true, product, total_ms: 84, problem: null } }),
    );
    await page.reload();
    const panel = ui.in(none);
    await expect(panel.text("overview.browser.pages", { count: 1 })).toBeVisible();
    await panel.button("overview.browser.testName").click();
    await expect(panel.text("overview.browser.works", { product, ms: "84" })).toBeVisible();
  });
});

asAdministrator("every recommended model says how to install it", async ({ page, t, ui }) => {
  await ui.open("adminModels");
  const models = page.getByRole("list", { name: t("models.recommended.title") }).getByRole("listitem");
  await expect(models.first()).toBeVisible();
  for (const model of await models.all()) await expect(model).toContainText(/ollama (pull|create)/);
});
