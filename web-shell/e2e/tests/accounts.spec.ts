import type { Page } from "@playwright/test";
import { newPerson, type Person } from "../src/person.ts";
import { expect, test } from "../src/test.ts";
import { LANGUAGES, type Texts, textsOf } from "../src/texts.ts";

/** Messages of the server; the screen shows them as they are. */
const SAID = {
  en: {
    required: "Fill in this field.",
    wrong: "E-mail address or password is wrong.",
    again: /not the same/,
  },
  pl: { required: "Wypełnij to pole.", wrong: /hasło/, again: /różn|same/ },
} as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function fillRegistration(page: Page, t: Texts, person: Person, again = person.password) {
  await field(page, t("accounts.field.name")).fill(person.name);
  await field(page, t("accounts.field.email")).fill(person.email);
  await field(page, t("accounts.field.password")).fill(person.password);
  await field(page, t("accounts.field.passwordAgain")).fill(again);
  await button(page, t("accounts.register.submit")).click();
}

async function signIn(page: Page, t: Texts, email: string, password: string) {
  await field(page, t("accounts.field.email")).fill(email);
  await field(page, t("accounts.field.password")).fill(password);
  await button(page, t("accounts.login.submit")).click();
}

async function signOut(page: Page, t: Texts) {
  await button(page, t("layout.user.menu")).click();
  await page.getByRole("menuitem", { name: t("layout.user.signOut") }).click();
}

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("register, sign out, sign in with a wrong and the right password", async ({ page, t, watch }) => {
      watch.expect(422, /^\/login$/);
      const person = newPerson();
      await page.goto("/");
      await expect(page).toHaveURL("/login");
      await page.getByRole("link", { name: t("accounts.login.register") }).click();
      await fillRegistration(page, t, person);
      await expect(page).toHaveURL("/app/dashboard");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t("dashboard.page.welcome", { name: "Zofia" }),
      );

      await signOut(page, t);
      await expect(page).toHaveURL("/login");
      await signIn(page, t, person.email, "not the password");
      const email = field(page, t("accounts.field.email"));
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(email).toHaveAccessibleDescription(SAID[language].wrong);
      await signIn(page, t, person.email, person.password);
      await expect(page).toHaveURL("/app/dashboard");
    });

    test("what is missing is said at its field", async ({ page, t, watch }) => {
      watch.expect(422, /^\/register$/);
      await page.goto("/register");
      await button(page, t("accounts.register.submit")).click();
      for (const name of ["name", "email", "password", "passwordAgain"]) {
        const input = field(page, t(`accounts.field.${name}`));
        await expect(input).toHaveAccessibleDescription(SAID[language].required);
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
      await expect(page).toHaveURL("/login");

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
  await signIn(page, t, email, password);
  await expect(page).toHaveURL("/app/archive?q=spring");
});

test("an address of somebody else is no place to go after the sign-in", async ({ page, t, server }) => {
  const { email, password } = newPerson();
  await server.command("user", "create", "--email", email, "--name", "Guest", "--password", password);
  await page.goto("/login?next=https://example.com/app/");
  await signIn(page, t, email, password);
  await expect(page).toHaveURL("/app/dashboard");
});

test("whoever is signed in has nothing to do on the pages for guests", async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  for (const path of ["/login", "/register", "/", "/auth/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/app/dashboard");
  }
});

test.describe("a session that breaks", () => {
  test.beforeEach(async ({ page, person, catalogue, t }) => {
    expect(person.email).toBeTruthy();
    const { name } = await catalogue.tool("facebook-post");
    await page.goto("/app/tools");
    await expect(button(page, t("tools.card.mark", { name }))).toBeVisible();
  });

  test("without its CSRF token it fetches another one", async ({ page, context, t, catalogue }) => {
    const { name } = await catalogue.tool("facebook-post");
    await context.clearCookies({ name: "XSRF-TOKEN" });
    await button(page, t("tools.card.mark", { name })).click();
    await expect(button(page, t("tools.card.unmark", { name }))).toBeVisible();
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
    await signIn(page, t, person.email, person.password);
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
  await button(page, `${t("shell.language.choose")}: English`).click();
  await page.getByRole("menuitem", { name: "Polski" }).click();
  const polish = textsOf("pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await signIn(page, polish, email, password);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    polish("dashboard.page.welcome", { name: "Ewa" }),
  );
});
