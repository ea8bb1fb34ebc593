import type { Page } from "@playwright/test";
import { openLive } from "../src/live.ts";
import { newPerson, type Person } from "../src/person.ts";
import { button, field, signIn, signOut, switchLanguage } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES, type Texts, textsOf } from "../src/texts.ts";

/** Messages of the server; the screen shows them as they are. */
const SAID = {
  en: {
    required: "Fill in this field.",
    short: "Use at least 8 characters.",
    wrong: "Email address or password is wrong.",
    again: "The two entries are not the same.",
  },
  pl: {
    required: "Wypełnij to pole.",
    short: "Wpisz co najmniej 8 znaków.",
    wrong: "Nieprawidłowy adres e-mail lub hasło.",
    again: "Oba wpisy muszą być takie same.",
  },
} as const;

async function fillRegistration(page: Page, t: Texts, person: Person, again = person.password) {
  await field(page, t("accounts.field.name")).fill(person.name);
  await field(page, t("accounts.field.email")).fill(person.email);
  await field(page, t("accounts.field.password")).fill(person.password);
  await field(page, t("accounts.field.passwordAgain")).fill(again);
  await button(page, t("accounts.register.submit")).click();
}

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });
    const home = language === "pl" ? "/pl" : "/";

    test("register, sign out, sign in with a wrong and the right password", async ({ page, t, watch }) => {
      watch.expect(422, /^\/login$/);
      const person = newPerson();
      await page.goto("/");
      await expect(page).toHaveURL(home);
      await page.getByRole("link", { name: t("home.hero.register") }).click();
      await fillRegistration(page, t, person);
      await expect(page).toHaveURL("/onboarding");
      await page.getByRole("link", { name: t("projects.onboarding.skipAll") }).click();
      await expect(page).toHaveURL("/app/dashboard");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t("dashboard.page.welcome", { name: "Zofia" }),
      );

      await signOut(page, t);
      await expect(page).toHaveURL(home);
      await page.getByRole("link", { name: t("home.hero.login") }).click();
      await signIn(page, t, { ...person, password: "not the password" });
      const email = field(page, t("accounts.field.email"));
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(email).toHaveAccessibleDescription(SAID[language].wrong);
      await signIn(page, t, person);
      await expect(page).toHaveURL("/app/dashboard");
    });

    test("what is missing is said at its field", async ({ page, t, watch }) => {
      watch.expect(422, /^\/register$/);
      await page.goto(language === "pl" ? "/rejestracja" : "/register");
      await button(page, t("accounts.register.submit")).click();
      const { required, short } = SAID[language];
      for (const [name, message] of Object.entries({ name: required, email: required, password: short })) {
        await expect(field(page, t(`accounts.field.${name}`))).toHaveAccessibleDescription(message);
      }
      await expect(field(page, t("accounts.field.name"))).toBeFocused();

      await fillRegistration(page, t, newPerson(), "something else");
      const again = field(page, t("accounts.field.passwordAgain"));
      await expect(again).toHaveAccessibleDescription(SAID[language].again);
      await expect(field(page, t("accounts.field.name"))).toHaveAccessibleDescription("");
    });

    test("a link that was used says so and leads to the sign-in", async ({ page, t, server, watch }) => {
      watch.expect(410, /^\/api\/one-time-login\/validate$/);
      const { email } = newPerson();
      const printed = await server.command("user", "create", "--email", email, "--name", "Link", "--link");
      const link = printed.match(/http\S+/)?.[0] ?? "";
      await page.goto(link);
      await expect(page).toHaveURL("/app/dashboard");
      await signOut(page, t);
      await expect(page).toHaveURL(home);

      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.oneTime.failed"));
      await expect(page.getByRole("alert")).not.toBeEmpty();
      await page.getByRole("link", { name: t("accounts.oneTime.login") }).click();
      await expect(page).toHaveURL("/login");
    });
  });
}

test("guests are sent to the sign-in and come back to where they wanted to go", async ({
  page,
  t,
  server,
}) => {
  const { email, password } = newPerson();
  await server.command("user", "create", "--email", email, "--name", "Guest", "--password", password);
  await page.goto("/app/archive?q=spring");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, t, { email, password });
  await expect(page).toHaveURL("/app/archive?q=spring");
});

test("an address of somebody else is no place to go after the sign-in", async ({ page, t, server }) => {
  const { email, password } = newPerson();
  await server.command("user", "create", "--email", email, "--name", "Guest", "--password", password);
  await page.goto("/login?next=https://example.com/app/");
  await signIn(page, t, { email, password });
  await expect(page).toHaveURL("/app/dashboard");
});

test("whoever is signed in has nothing to do on the pages for guests", async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  for (const path of ["/login", "/register", "/auth/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/app/dashboard");
  }
});

test.describe("a session that breaks", () => {
  test.beforeEach(async ({ page, person, catalogue, t }) => {
    expect(person.email).toBeTruthy();
    const { name } = await catalogue.tool("facebook-post");
    // What the page asks for by itself is answered before the session breaks.
    await openLive(page, "/app/tools");
    await expect(button(page, t("tools.card.mark", { name }))).toBeVisible();
  });

  test("without its CSRF token it fetches another one", async ({ page, context, t, catalogue }) => {
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "XSRF-TOKEN" });
    // The star changes at once; only what arrived at the server survives.
    const accepted = page.waitForResponse(/\/favourite$/);
    await button(page, t("tools.card.mark", { name })).click();
    expect((await accepted).status()).toBe(204);
    await page.reload();
    await expect(button(page, t("tools.card.unmark", { name }))).toBeVisible();
  });

  test("with an outdated CSRF token it tries once more", async ({
    page,
    context,
    server,
    t,
    catalogue,
    watch,
  }) => {
    watch.expect(419, /\/favourite$/);
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "XSRF-TOKEN" });
    await context.addCookies([{ name: "XSRF-TOKEN", value: "outdated", url: server.url }]);
    const refused = page.waitForResponse((response) => response.status() === 419);
    const accepted = page.waitForResponse(
      (response) => response.status() === 204 && /favourite/.test(response.url()),
    );
    await button(page, t("tools.card.mark", { name })).click();
    await Promise.all([refused, accepted]);
    await page.reload();
    await expect(button(page, t("tools.card.unmark", { name }))).toBeVisible();
  });

  test("without its cookie it leads to the sign-in and back", async ({
    page,
    context,
    person,
    t,
    catalogue,
    watch,
  }) => {
    watch.expect(401, /^\/api\//);
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "sitewright_session" });
    await button(page, t("tools.card.mark", { name })).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fapp%2Ftools/);
    await signIn(page, t, person);
    await expect(page).toHaveURL("/app/tools");
  });
});

test("the language chosen before the sign-in stays after it", async ({ page, t, server }) => {
  const { email, password } = newPerson();
  await server.command(
    "user",
    "create",
    "--email",
    email,
    "--name",
    "Ewa",
    "--password",
    password,
    "--language",
    "en",
  );
  await page.goto("/login");
  await switchLanguage(page, t, "pl");
  const polish = textsOf("pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await signIn(page, polish, { email, password });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    polish("dashboard.page.welcome", { name: "Ewa" }),
  );
});
