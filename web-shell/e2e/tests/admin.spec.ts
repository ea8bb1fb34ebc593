import { mailedLink } from "../src/outbox.ts";
import { register } from "../src/person.ts";
import { button, field, signOut } from "../src/shell.ts";
import { enterAsAdministrator, makeUser } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH } from "../src/texts.ts";

/** One screen of each frame. */
const SCREENS = {
  en: ["/", "/onboarding", "/app/settings/security"],
  pl: ["/pl", "/onboarding", "/app/ustawienia/bezpieczenstwo"],
};

for (const language of IN_POLISH) {
  test.describe(`administration in ${language}`, () => {
    test.use({ language });

    test("somebody is found, helped in, acted for, and the log says so", async ({
      page,
      context,
      browser,
      server,
      t,
    }) => {
      const admin = await enterAsAdministrator(context, server, language);
      const user = await makeUser(context, server, language);
      await page.goto("/app/dashboard");
      await page.getByRole("link", { name: t("layout.admin.users") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.users.title"));
      // Found without Polish letters, by part of the name and part of the address.
      await page
        .getByRole("searchbox", { name: t("admin.users.search") })
        .fill(`LAKA ${user.email.split("@")[0]}`);
      await expect(page.getByText(t("admin.users.count", { count: 1 }))).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: user.name }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(user.name);

      await button(page, t("admin.access.linkMake")).click();
      const link = await field(page, t("admin.link.label")).inputValue();
      await button(page, t("admin.link.done")).click();
      const elsewhere = await browser.newContext({ baseURL: server.url, locale: language });
      const other = await elsewhere.newPage();
      await other.goto(link);
      await expect(other).toHaveURL("/app/dashboard");
      await other.goto(link);
      await expect(other.getByText(t("accounts.oneTime.failed")).first()).toBeVisible();
      await elsewhere.close();

      await button(page, t("admin.person.actAs")).click();
      await expect(page).toHaveURL("/app/dashboard");
      const banner = page.getByRole("region", { name: t("shell.acting.title") });
      await expect(banner).toContainText(user.email);
      for (const path of SCREENS[language]) {
        await page.goto(path);
        await expect(banner, path).toBeVisible();
      }
      await button(banner, t("shell.acting.back")).click();
      await expect(page).toHaveURL(`/app/admin/user/${user.id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(user.name);
      await expect(banner).toBeHidden();

      await page.getByRole("link", { name: t("admin.facts.audit") }).click();
      const entries = page.getByRole("main").getByRole("listitem");
      await expect(entries).toHaveCount(4);
      const deeds = ["user-impersonation-ended", "user-impersonated", "user-link-made"];
      for (const [index, deed] of deeds.entries()) {
        await expect(entries.nth(index)).toContainText(t(`admin.deed.${deed}`));
        await expect(entries.nth(index)).toContainText(admin.name);
      }
      await expect(entries.nth(3)).toContainText(
        t("admin.deed.user-created", { role: t("admin.role.user") }),
      );
    });

    test("words, name, suspension and erasure", async ({ page, context, server, t, watch }) => {
      watch.expect(422, /^\/api\/admin\/users\//);
      await enterAsAdministrator(context, server, language);
      const user = await makeUser(context, server, language);
      await page.goto(`/app/admin/user/${user.id}`);
      await button(page, t("admin.words.give")).click();
      await expect(field(page, t("admin.words.reason"))).toHaveAttribute("aria-invalid", "true");
      await field(page, t("admin.words.words")).fill("500");
      await field(page, t("admin.words.reason")).fill("Bank holiday");
      await button(page, t("admin.words.give")).click();
      const have = { left: t.number(10_500), used: t.number(0), allowance: t.number(10_500) };
      await expect(page.getByText(t("admin.words.have", { count: 10_500, ...have }))).toBeVisible();

      await field(page, t("admin.edit.name")).fill("Zofia Nowa");
      await button(page, t("admin.edit.save")).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zofia Nowa");
      await button(page, t("admin.access.suspendAsk")).click();
      const sure = page.getByRole("dialog", { name: t("admin.access.suspendSure", { name: "Zofia Nowa" }) });
      await button(sure, t("admin.access.suspendCancel")).click();
      await expect(button(page, t("admin.access.suspendAsk"))).toBeFocused();
      await button(page, t("admin.access.suspendAsk")).click();
      await button(sure, t("admin.access.suspendGo")).click();
      await expect(button(page, t("admin.access.reactivateGo"))).toBeVisible();
      await expect(button(page, t("admin.person.actAs"))).toBeHidden();
      await button(page, t("admin.access.reactivateGo")).click();
      await expect(button(page, t("admin.person.actAs"))).toBeVisible();

      await button(page, t("admin.erase.ask")).click();
      const dialog = page.getByRole("dialog");
      await field(dialog, t("admin.erase.email")).fill("wrong@example.com");
      await button(dialog, t("admin.erase.go")).click();
      await expect(field(dialog, t("admin.erase.email"))).toHaveAttribute("aria-invalid", "true");
      await field(dialog, t("admin.erase.email")).fill(user.email);
      await button(dialog, t("admin.erase.go")).click();
      await expect(page).toHaveURL("/app/admin/users");
      await expect(page.getByText(t("admin.erase.done"))).toBeVisible();
    });

    test("a new account comes with its link", async ({ page, context, server, t }) => {
      await enterAsAdministrator(context, server, language);
      await page.goto("/app/admin/users");
      await button(page, t("admin.users.new")).click();
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

    test("a mail is read with its link", async ({ page, context, server, t }) => {
      await enterAsAdministrator(context, server, language);
      const user = await makeUser(context, server, language);
      await page.goto(`/app/admin/user/${user.id}`);
      await button(page, t("admin.access.resetSend")).click();
      await expect(page.getByText(t("admin.access.resetSent"))).toBeVisible();
      await page.getByRole("link", { name: t("layout.admin.outbox") }).click();
      await page.getByRole("listitem").filter({ hasText: user.email }).getByRole("link").click();
      const link = await mailedLink(server, user.email);
      await expect(page.locator("pre")).toContainText(link);
      await expect(page.frameLocator("iframe").getByText(link)).toBeVisible();
      await expect(button(page, t("admin.mail.copy"))).toBeVisible();
    });

    test("for everybody else there is no administration", async ({ page, context, server, t, watch }) => {
      watch.expect(404, /./);
      await register(context, server.url, language);
      await page.goto("/app/dashboard");
      await expect(page.getByRole("link", { name: t("layout.admin.users") })).toBeHidden();
      for (const path of ["users", "user/x", "outbox", "audit"]) {
        const answer = await page.goto(`/app/admin/${path}`);
        expect(answer?.status(), path).toBe(404);
        await expect(page.locator("[data-status='404']")).toBeVisible();
      }
    });

    test("somebody who does not exist has no page", async ({ page, context, server, t, watch }) => {
      watch.expect(404, /^\/api\/admin\/users\/nobody$/);
      await enterAsAdministrator(context, server, language);
      await page.goto("/app/admin/user/nobody");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("shell.notFound.invalid"));
    });
  });
}
