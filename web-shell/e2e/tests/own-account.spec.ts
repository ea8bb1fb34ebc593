import type { Page } from "@playwright/test";
import { codeOf } from "../src/codes.ts";
import { mailedLink } from "../src/outbox.ts";
import { newPerson, register } from "../src/person.ts";
import { button, field, signIn, signOut } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH, type Language, type Texts } from "../src/texts.ts";

const path = (language: Language, english: string, polish: string) => (language === "pl" ? polish : english);
const security = (language: Language) =>
  path(language, "/app/settings/security", "/app/ustawienia/bezpieczenstwo");

async function newPassword(page: Page, t: Texts, password: string) {
  await field(page, t("accounts.field.newPassword")).fill(password);
  await field(page, t("accounts.field.newPasswordAgain")).fill(password);
}

for (const language of IN_ENGLISH) {
  test.describe(`one's own account in ${language}`, () => {
    test.describe("where addresses are proven", () => {
      test.use({ language, setup: "proving" });

      test("the way in leads through the mailbox", async ({ page, context, server, t, watch }) => {
        watch.expect(410, /^\/api\/email\/verify$/);
        const { email } = await register(context, server.url, language);
        await page.goto("/app/dashboard");
        await expect(page).toHaveURL(path(language, "/verify-email", "/weryfikacja-email"));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.verify.title"));
        await expect(page.getByText(email)).toBeVisible();
        const first = await mailedLink(server, email);
        await button(page, t("accounts.verify.again")).click();
        await expect(page.getByText(t("accounts.verify.sent"))).toBeVisible();
        const second = await mailedLink(server, email);
        expect(second).not.toBe(first);
        await page.goto(second);
        await expect(page).toHaveURL("/app/dashboard");
        await page.goto(first);
        await expect(page).not.toHaveURL(/verify-email|weryfikacja-email/);
      });
    });

    test.describe("on a server of one's own", () => {
      test.use({ language });

      test("a forgotten password is replaced by a link", async ({ page, t, server, watch }) => {
        watch.expect(410, /^\/reset-password$/);
        const person = newPerson();
        const options = ["--email", person.email, "--name", person.name, "--password", person.password];
        await server.command("user", "create", ...options, "--language", language);
        await page.goto("/login");
        await page.getByRole("link", { name: t("accounts.login.forgot") }).click();
        await expect(page).toHaveURL(path(language, "/reset-password", "/reset-hasla"));
        await field(page, t("accounts.field.email")).fill(person.email);
        await button(page, t("accounts.reset.submit")).click();
        await expect(page.getByText(t("accounts.reset.sent", { email: person.email }))).toBeVisible();

        const link = await mailedLink(server, person.email);
        await page.goto(link);
        await newPassword(page, t, "another long password");
        await button(page, t("accounts.reset.save")).click();
        await expect(page).toHaveURL("/login");
        await signIn(page, t, { email: person.email, password: "another long password" });
        await expect(page).toHaveURL("/app/dashboard");

        await signOut(page, t);
        await expect(page).toHaveURL(path(language, "/", "/pl"));
        await page.goto(link);
        await newPassword(page, t, "a third long password");
        await button(page, t("accounts.reset.save")).click();
        await expect(page.getByRole("alert").first()).toBeVisible();
      });

      test("two-factor codes are set up, asked for and taken away", async ({ page, person, t, watch }) => {
        watch.expect(422, /^\/two-factor-challenge$/);
        await page.goto(security(language));
        await button(page, t("settings.second.begin")).click();
        await expect(page.getByRole("img", { name: t("settings.second.picture") })).toBeVisible();
        const secret = (await page.locator("code").textContent()) ?? "";
        const used = codeOf(secret);
        await field(page, t("settings.second.code")).fill(used);
        await button(page, t("settings.second.confirm")).click();
        await expect(page.locator(".sw-codes li")).toHaveCount(10);
        const codes = await page.locator(".sw-codes li").allTextContents();
        await button(page, t("settings.second.done")).click();
        await expect(page.getByText(t("settings.second.left", { count: 10 }))).toBeVisible();

        await signOut(page, t);
        await expect(page).toHaveURL(path(language, "/", "/pl"));
        await page.goto("/login");
        await signIn(page, t, person);
        const code = field(page, t("accounts.field.code"));
        await code.fill(used);
        await button(page, t("accounts.second.submit")).click();
        await expect(code).toHaveAttribute("aria-invalid", "true");
        await code.fill(codes[0] ?? "");
        await button(page, t("accounts.second.submit")).click();
        await expect(page).toHaveURL("/app/dashboard");
        await page.goto(security(language));
        await button(page, t("settings.second.remove")).click();
        await expect(page.getByText(t("settings.second.removed"))).toBeVisible();
      });

      test("sessions are seen and ended", async ({ page, person, browser, server, t }) => {
        const other = await browser.newContext({ baseURL: server.url, locale: language });
        const elsewhere = await other.newPage();
        await elsewhere.goto("/login");
        await signIn(elsewhere, t, person);
        await expect(elsewhere).toHaveURL("/app/dashboard");
        await page.goto(security(language));
        const list = page.locator(".sw-sessions li");
        await expect(list).toHaveCount(2);
        await expect(list.first()).toContainText(t("settings.sessions.here"));
        await button(page, t("settings.sessions.others")).click();
        await expect(list).toHaveCount(1);
        await elsewhere.goto("/app/dashboard");
        await expect(elsewhere).toHaveURL(/\/login/);
        await other.close();
      });

      test("name and picture are changed, and the account is deleted", async ({ page, person, t, watch }) => {
        watch.expect(422, /^\/api\/user/);
        await page.goto(path(language, "/app/settings", "/app/ustawienia"));
        await field(page, t("settings.profile.name")).fill("Ewa Wójcik");
        await button(page, t("settings.profile.save")).click();
        await expect(page.getByText(t("settings.profile.saved"))).toBeVisible();
        await page.locator("input[type=file]").setInputFiles({
          name: "me.png",
          mimeType: "image/png",
          buffer: Buffer.from("not a picture"),
        });
        await expect(page.getByRole("alert").filter({ hasText: "WebP" }).first()).toBeVisible();

        await button(page, t("settings.data.delete")).click();
        const dialog = page.getByRole("dialog");
        await field(dialog, t("settings.data.password")).fill("not the password");
        await button(dialog, t("settings.data.confirm")).click();
        await expect(field(dialog, t("settings.data.password"))).toHaveAttribute("aria-invalid", "true");
        await field(dialog, t("settings.data.password")).fill(person.password);
        await button(dialog, t("settings.data.confirm")).click();
        await expect(page).toHaveURL(path(language, "/", "/pl"));
        await expect(page.getByText(t("settings.data.deleted"))).toBeVisible();
      });
    });
  });
}
