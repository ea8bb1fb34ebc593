import { mailedLink } from "../src/outbox.ts";
import { csrfHeaders, newPerson, register, signOutElsewhere } from "../src/person.ts";
import { button, field, signIn } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_ENGLISH, textsOf } from "../src/texts.ts";

/** What happened in another window, on another device or before a reload holds here. */
for (const language of IN_ENGLISH) {
  const path = (english: string, polish: string) => (language === "pl" ? polish : english);
  const info = path("/app/settings/info", "/app/ustawienia/info");

  test.describe(`where addresses are proven, in ${language}`, () => {
    test.use({ language, setup: "proving" });

    test("who has verified the address elsewhere goes on here", async ({ page, context, server, t }) => {
      const { email } = await register(context, server.url, language);
      await page.goto("/app/dashboard");
      await expect(button(page, t("accounts.verify.again"))).toBeVisible();
      const token = new URL(await mailedLink(server, email)).searchParams.get("token");
      const headers = await csrfHeaders(context, server.url);
      const answer = await context.request.post(`${server.url}/api/email/verify`, {
        headers,
        data: { token },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      // The page asks from time to time, and when somebody comes back to it.
      await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
      await expect(page).toHaveURL("/app/dashboard");
      await expect(page.getByText(t("accounts.confirm.done"))).toBeVisible();
      await page.goto(path("/verify-email", "/weryfikacja-email"));
      await expect(page).toHaveURL("/app/dashboard");
    });
  });

  test.describe(`elsewhere, in ${language}`, () => {
    test.use({ language });

    test("what is saved after a sign-out elsewhere leads to the sign-in", async ({
      page,
      context,
      server,
      person,
      t,
      watch,
    }) => {
      watch.expect(401, /^\/api\//);
      await page.goto(info);
      await field(page, t("settings.profile.name")).fill("Anna Nowa");
      await signOutElsewhere(context, server.url);
      await button(page, t("settings.profile.save")).click();
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(info)}`);
      await signIn(page, t, person);
      await expect(page).toHaveURL(info);
    });

    test("who signs in in one window is whom the others show", async ({
      page,
      context,
      server,
      person,
      t,
      watch,
    }) => {
      watch.expect(401, /^\/api\//);
      expect(person.name).toBeTruthy();
      await page.goto(info);
      await expect(field(page, t("settings.profile.name"))).toHaveValue(person.name);

      const other = { ...newPerson(), name: "Bogdan Drugi" };
      const { email, name, password } = other;
      const options = ["--email", email, "--name", name, "--password", password, "--language", language];
      await server.command("user", "create", ...options);
      await signOutElsewhere(context, server.url);
      const second = await context.newPage();
      await second.goto("/login");
      await signIn(second, t, other);
      await expect(second).toHaveURL("/app/dashboard");
      await expect(field(page, t("settings.profile.name"))).toHaveValue(name);
    });

    test("a link to a new password is followed by whoever is signed in, too", async ({
      page,
      context,
      server,
      person,
      t,
    }) => {
      await context.request.post(`${server.url}/forgot-password`, {
        headers: await csrfHeaders(context, server.url),
        data: { email: person.email },
      });
      await page.goto(await mailedLink(server, person.email));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.reset.newTitle"));
      await field(page, t("accounts.field.newPassword")).fill("another long password");
      await field(page, t("accounts.field.newPasswordAgain")).fill("another long password");
      await button(page, t("accounts.reset.save")).click();
      await expect(page).toHaveURL("/login");
      await signIn(page, t, { ...person, password: "another long password" });
      await expect(page).toHaveURL("/app/dashboard");
    });

    test("the language that the settings keep is there after a reload", async ({ page, person, t }) => {
      expect(person.email).toBeTruthy();
      const next = language === "pl" ? "en" : "pl";
      const later = textsOf(next);
      await page.goto(info);
      await page.getByRole("combobox", { name: t("settings.profile.language") }).click();
      await page.getByRole("option", { name: next === "pl" ? "Polski" : "English" }).click();
      await button(page, t("settings.profile.save")).click();
      await expect(page.getByText(later("settings.profile.saved"))).toBeVisible();
      await expect(page).toHaveURL(next === "pl" ? "/app/ustawienia/info" : "/app/settings/info");
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(later("settings.page.title"));
    });

    test("a name cannot be emptied", async ({ page, person, t, watch }) => {
      watch.expect(422, /^\/api\/user$/);
      expect(person.email).toBeTruthy();
      await page.goto(info);
      await field(page, t("settings.profile.name")).fill("  ");
      await button(page, t("settings.profile.save")).click();
      await expect(field(page, t("settings.profile.name"))).toHaveAttribute("aria-invalid", "true");
    });

    test("a step that was dismissed stays away in every browser", async ({
      page,
      browser,
      server,
      person,
      t,
    }) => {
      await page.goto("/app/dashboard");
      const title = t("dashboard.step.project.title");
      const [saved] = await Promise.all([
        page.waitForResponse(
          (answer) =>
            answer.request().method() === "POST" && answer.url().endsWith("/api/user/dismissed-steps"),
        ),
        button(page, t("dashboard.steps.dismiss", { title })).click(),
      ]);
      expect(saved.status()).toBe(204);

      const phone = await browser.newContext({
        baseURL: server.url,
        locale: path("en-GB", "pl-PL"),
        reducedMotion: "reduce",
      });
      try {
        const screen = await phone.newPage();
        await screen.goto("/login");
        await signIn(screen, t, person);
        const steps = screen.getByRole("region", { name: t("dashboard.steps.title") });
        await expect(steps.getByText(t("dashboard.step.tool.title"))).toBeVisible();
        await expect(steps.getByText(title)).toBeHidden();
      } finally {
        await phone.close();
      }
    });

    test("a folder that is gone says so, and what hides all documents can be taken away", async ({
      page,
      person,
      catalogue,
      t,
    }) => {
      expect(person.email).toBeTruthy();
      await catalogue.run("facebook-post", { topic: "Chleb", language });
      const archive = path("/app/archive", "/app/archiwum");
      const listed = page.getByRole("main").getByRole("listitem");
      await page.goto(`${archive}?folder=00000000-0000-7000-8000-000000000000`);
      await expect(page.getByRole("heading", { name: t("documents.gone.title") })).toBeVisible();
      await page
        .getByRole("link", { name: t("documents.place.all") })
        .last()
        .click();
      await expect(listed).toHaveCount(1);
      await page.goto(`${archive}?folder=none&q=xyzzy`);
      await page.getByRole("link", { name: t("documents.none.reset") }).click();
      await expect(listed).toHaveCount(1);
      await expect(page).toHaveURL(`${archive}?folder=none`);
      await expect(page.getByRole("searchbox")).toHaveValue("");
    });
  });
}

test("a closed server offers no account", async ({ page, t }) => {
  await page.route("**/api/ways-in", (route) =>
    route.fulfill({ json: { google: false, registration: false, verification: false } }),
  );
  await page.goto("/login");
  await expect(button(page, t("accounts.login.submit"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("accounts.login.register") })).toBeHidden();
  await page.goto("/register");
  await expect(page.getByText(t("accounts.google.problem.registration-closed"))).toBeVisible();
  await expect(button(page, t("accounts.register.submit"))).toBeHidden();
  await page.goto("/");
  await expect(page.getByRole("link", { name: t("home.hero.login") })).toBeVisible();
  await expect(page.getByRole("link", { name: t("home.hero.register") })).toBeHidden();
});
