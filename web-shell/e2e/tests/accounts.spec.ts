import { openLive } from "../src/live.ts";
import { createPerson, newPerson, type Person } from "../src/person.ts";
import { signIn, signOut, switchLanguage } from "../src/shell.ts";
import { asUser, expect, inEach, LANGUAGES, test, textsOf } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** Messages of the server, shown unchanged on the screen. */
const SAID = {
  en: {
    required: "Fill in this field.",
    short: "Use at least 8 characters.",
    wrong: "Wrong email address or password.",
    again: "The two entries don't match.",
  },
  pl: {
    required: "Wypełnij to pole.",
    short: "Wpisz co najmniej 8 znaków.",
    wrong: "Nieprawidłowy adres e-mail lub hasło.",
    again: "Oba wpisy muszą być takie same.",
  },
} as const;

async function fillRegistration(ui: Ui, person: Person, again = person.password) {
  await ui.field("accounts.field.name").fill(person.name);
  await ui.field("accounts.field.email").fill(person.email);
  await ui.field("accounts.field.password").fill(person.password);
  await ui.field("accounts.field.passwordAgain").fill(again);
  await ui.button("accounts.register.submit").click();
}

inEach(LANGUAGES, (language) => {
  const home = language === "pl" ? "/pl" : "/";

  test("register, sign out, sign in with a wrong and the right password", async ({ page, t, watch, ui }) => {
    watch.expect(422, /^\/login$/);
    const person = newPerson();
    await page.goto("/");
    await expect(page).toHaveURL(home);
    await ui.in(page.getByRole("banner")).link("site.frame.start").click();
    await fillRegistration(ui, person);
    await expect(page).toHaveURL("/onboarding");
    await ui.link("onboarding.page.skip").click();
    await expect(page).toHaveURL("/app/dashboard");
    await expect(ui.title()).toHaveText(t("dashboard.page.welcome", { name: "Zofia" }));

    await signOut(page, t);
    await expect(page).toHaveURL(home);
    await ui.link("site.frame.login").click();
    await signIn(page, t, { ...person, password: "not the password" });
    const email = ui.field("accounts.field.email");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toHaveAccessibleDescription(SAID[language].wrong);
    await signIn(page, t, person);
    await expect(page).toHaveURL("/app/dashboard");
  });

  test("missing values are reported at their fields", async ({ watch, ui }) => {
    watch.expect(422, /^\/register$/);
    await ui.open("register");
    await ui.button("accounts.register.submit").click();
    const { required, short } = SAID[language];
    for (const [name, message] of Object.entries({ name: required, email: required, password: short })) {
      await expect(ui.field(`accounts.field.${name}`)).toHaveAccessibleDescription(message);
    }
    await expect(ui.field("accounts.field.name")).toBeFocused();

    await fillRegistration(ui, newPerson(), "something else");
    const again = ui.field("accounts.field.passwordAgain");
    await expect(again).toHaveAccessibleDescription(SAID[language].again);
    await expect(ui.field("accounts.field.name")).toHaveAccessibleDescription("");
  });

  test("a used link shows an error and links to the sign-in", async ({ page, t, server, watch, ui }) => {
    watch.expect(410, /^\/api\/one-time-login\/validate$/);
    const { email } = newPerson();
    const printed = await server.command("user", "create", "--email", email, "--name", "Link", "--link");
    const link = printed.match(/http\S+/)?.[0] ?? "";
    await page.goto(link);
    await expect(page).toHaveURL("/app/dashboard");
    await signOut(page, t);
    await expect(page).toHaveURL(home);

    await page.goto(link);
    await expect(ui.title()).toHaveText(t("accounts.oneTime.failed"));
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await ui.link("accounts.oneTime.login").click();
    await expect(page).toHaveURL("/login");
  });
});

test("guests are sent to the sign-in and back to the requested page", async ({ page, t, server }) => {
  const person = await createPerson(server, "en");
  await page.goto("/app/archive?q=spring");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, t, person);
  await expect(page).toHaveURL("/app/archive?q=spring");
});

test("the sign-in does not redirect to another site", async ({ page, t, server }) => {
  const person = await createPerson(server, "en");
  await page.goto("/login?next=https://example.com/app/");
  await signIn(page, t, person);
  await expect(page).toHaveURL("/app/dashboard");
});

asUser("a signed-in user is redirected from the pages for guests", async ({ page }) => {
  for (const path of ["/login", "/register", "/auth/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/app/dashboard");
  }
});

test.describe("a broken session", () => {
  test.beforeEach(async ({ page, catalogue, ui }) => {
    const { name } = await catalogue.tool("facebook-post");
    // The page's own requests are done before the session breaks.
    await openLive(page, "/app/tools");
    await expect(ui.button("tools.card.mark", { name }).first()).toBeVisible();
  });

  asUser("without its CSRF token it fetches another one", async ({ page, context, catalogue, ui }) => {
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "XSRF-TOKEN" });
    // The star changes at once; only a change stored on the server survives.
    const accepted = page.waitForResponse(/\/favourite$/);
    await ui.button("tools.card.mark", { name }).first().click();
    expect((await accepted).status()).toBe(204);
    await page.reload();
    await expect(ui.button("tools.card.unmark", { name }).first()).toBeVisible();
  });

  asUser("with an old CSRF token it retries", async ({ page, context, server, catalogue, watch, ui }) => {
    watch.expect(419, /\/favourite$/);
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "XSRF-TOKEN" });
    await context.addCookies([{ name: "XSRF-TOKEN", value: "outdated", url: server.url }]);
    const refused = page.waitForResponse((response) => response.status() === 419);
    const accepted = page.waitForResponse(
      (response) => response.status() === 204 && /favourite/.test(response.url()),
    );
    await ui.button("tools.card.mark", { name }).first().click();
    await Promise.all([refused, accepted]);
    await page.reload();
    await expect(ui.button("tools.card.unmark", { name }).first()).toBeVisible();
  });

  asUser(
    "without its cookie, the page leads to the sign-in and back",
    async ({ page, context, person, t, catalogue, watch, ui }) => {
      watch.expect(401, /^\/api\//);
      const { name } = await catalogue.tool("facebook-post");
      await context.clearCookies({ name: "sitewright_session" });
      await ui.button("tools.card.mark", { name }).first().click();
      await expect(page).toHaveURL(/\/login\?next=%2Fapp%2Ftools/);
      await signIn(page, t, person);
      await expect(page).toHaveURL("/app/tools");
    },
  );
});

test("the language selected before the sign-in is kept", async ({ page, t, server, ui }) => {
  const person = await createPerson(server, "en", "Ewa");
  await page.goto("/login");
  await switchLanguage(page, t, "pl");
  const polish = textsOf("pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await signIn(page, polish, person);
  await expect(ui.title()).toHaveText(polish("dashboard.page.welcome", { name: "Ewa" }));
});
