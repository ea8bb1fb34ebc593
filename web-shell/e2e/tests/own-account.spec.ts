import { codeOf } from "../src/codes.ts";
import { mailedLink } from "../src/outbox.ts";
import { createPerson, register } from "../src/person.ts";
import { beside } from "../src/staff.ts";
import { button, expect, field, IN_ENGLISH, inEach, signIn, signOut, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

async function newPassword({ field }: Ui, password: string) {
  await field("accounts.field.newPassword").fill(password);
  await field("accounts.field.newPasswordAgain").fill(password);
}

inEach(IN_ENGLISH, (language) => {
  test.describe("where addresses are verified", () => {
    test.use({ setup: "proving" });

    test("registering requires a link from the mailbox", async ({ page, server, t, watch, ui, api }) => {
      watch.expect(410, /^\/api\/email\/verify$/);
      const { email } = await register(api, language);
      await page.goto("/app/dashboard");
      await expect(page).toHaveURL(ui.path("verifyEmail"));
      await expect(ui.title()).toHaveText(t("accounts.verify.title"));
      await expect(page.getByText(email)).toBeVisible();
      const first = await mailedLink(server, email);
      await ui.button("accounts.verify.again").click();
      await expect(ui.text("accounts.verify.sent")).toBeVisible();
      await expect.poll(() => mailedLink(server, email)).not.toBe(first);
      await page.goto(await mailedLink(server, email));
      await expect(page).toHaveURL("/app/dashboard");
      await page.goto(first);
      await expect(page).not.toHaveURL(/verify-email|weryfikacja-email/);
    });
  });

  test("a forgotten password is reset with a link", async ({ page, t, server, watch, ui }) => {
    watch.expect(410, /^\/reset-password$/);
    const person = await createPerson(server, language);
    await page.goto("/login");
    await ui.link("accounts.login.forgot").click();
    await expect(page).toHaveURL(ui.path("resetPassword"));
    await ui.field("accounts.field.email").fill(person.email);
    await ui.button("accounts.reset.submit").click();
    await expect(ui.text("accounts.reset.sent", { email: person.email })).toBeVisible();

    const link = await mailedLink(server, person.email);
    await page.goto(link);
    await newPassword(ui, "another long password");
    await ui.button("accounts.reset.save").click();
    await expect(page).toHaveURL("/login");
    await signIn(page, t, { email: person.email, password: "another long password" });
    await expect(page).toHaveURL("/app/dashboard");

    await signOut(page, t);
    await expect(page).toHaveURL(ui.path("home"));
    await page.goto(link);
    await newPassword(ui, "a third long password");
    await ui.button("accounts.reset.save").click();
    await expect(page.getByRole("alert").first()).toBeVisible();
  });

  test("two-factor codes are enabled, required and disabled", async ({ page, person, t, watch, ui }) => {
    watch.expect(422, /^\/two-factor-challenge$/);
    await ui.open("settingsSecurity");
    await ui.button("settings.second.begin").click();
    await expect(page.getByRole("img", { name: t("settings.second.picture") })).toBeVisible();
    const secret = (await page.locator("code").textContent()) ?? "";
    const used = codeOf(secret);
    await ui.field("settings.second.code").fill(used);
    await ui.button("settings.second.confirm").click();
    await expect(page.locator(".sw-codes li")).toHaveCount(10);
    const codes = await page.locator(".sw-codes li").allTextContents();
    await ui.button("settings.second.done").click();
    await expect(ui.text("settings.second.left", { count: 10 })).toBeVisible();

    await signOut(page, t);
    await expect(page).toHaveURL(ui.path("home"));
    await page.goto("/login");
    await signIn(page, t, person);
    const code = ui.field("accounts.field.code");
    await code.fill(used);
    await ui.button("accounts.second.submit").click();
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await code.fill(codes[0] ?? "");
    await ui.button("accounts.second.submit").click();
    await expect(page).toHaveURL("/app/dashboard");
    await ui.open("settingsSecurity");
    await ui.button("settings.second.remove").click();
    await expect(ui.text("settings.second.removed")).toBeVisible();
  });

  test("sessions are listed and ended", async ({ page, person, browser, server, t, ui }) => {
    await beside(browser, server, language, async (other) => {
      await other.page.goto("/login");
      await signIn(other.page, t, person);
      await expect(other.page).toHaveURL("/app/dashboard");
      await ui.open("settingsSecurity");
      const list = page.locator(".sw-sessions li");
      await expect(list).toHaveCount(2);
      await expect(list.first()).toContainText(t("settings.sessions.here"));
      await ui.button("settings.sessions.others").click();
      await expect(list).toHaveCount(1);
      await other.page.goto("/app/dashboard");
      await expect(other.page).toHaveURL(/\/login/);
    });
  });

  test("name and picture are changed, and the account is deleted", async ({ page, person, t, watch, ui }) => {
    watch.expect(422, /^\/api\/user/);
    await ui.open("settings");
    await ui.field("settings.profile.name").fill("Ewa Wójcik");
    await ui.button("settings.profile.save").click();
    await expect(ui.text("settings.profile.saved")).toBeVisible();
    await ui.choose("me.png", "not a picture");
    await expect(page.getByRole("alert").filter({ hasText: "WebP" }).first()).toBeVisible();

    await ui.button("settings.data.delete").click();
    const dialog = page.getByRole("dialog");
    await field(dialog, t("settings.data.password")).fill("not the password");
    await button(dialog, t("settings.data.confirm")).click();
    await expect(field(dialog, t("settings.data.password"))).toHaveAttribute("aria-invalid", "true");
    await field(dialog, t("settings.data.password")).fill(person.password);
    await button(dialog, t("settings.data.confirm")).click();
    await expect(page).toHaveURL(ui.path("login"));
    await expect(ui.text("settings.data.deleted")).toBeVisible();
  });
});
