import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTopic } from "../src/catalogue.ts";
import { createPerson } from "../src/person.ts";
import { Sitewright } from "../src/sitewright.ts";
import { asUser, button, expect, inEach, LANGUAGES, type Page, signIn, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** The exact texts of the screen. */
const SAID = {
  en: {
    broken: "The request is not valid JSON (line 1, column 1).",
    conflict: "Your brand kit was changed in another window",
    wrong: "Wrong email address or password.",
    server: "Something went wrong. Please try again later or contact support.",
    limit: "Subscription Limit",
    dismiss: "No, thanks",
    conflictWithoutWords: "Conflict error occurred",
  },
  pl: {
    broken: "Treść żądania nie jest poprawnym JSON-em (wiersz 1, kolumna 1).",
    conflict: "Zestaw marki zmieniono w innym oknie",
    wrong: "Nieprawidłowy adres e-mail lub hasło.",
    server: "Coś poszło nie tak. Spróbuj ponownie później lub skontaktuj się z pomocą techniczną.",
    limit: "Limit planu",
    dismiss: "Nie, dziękuję",
    conflictWithoutWords: "Wystąpił konflikt zmian",
  },
} as const;

const FAVOURITE = "**/api/tools/facebook-post/favourite";
/** The message for any call; a form may show more at its fields. */
const snackbar = (page: Page) => page.locator(".mantine-Notification-root");

type Change = { url?: string; headers?: Record<string, string>; postData?: string };

/** Replaces the request of the star with another one, to get a real error of the server. */
async function turnStarInto(page: Page, change: Change) {
  await page.route(FAVOURITE, async (route) => {
    const headers = { ...route.request().headers(), "content-type": "application/json", ...change.headers };
    await route.continue({ ...change, headers });
  });
}

async function pressStar(ui: Ui, name: string) {
  if (new URL(ui.page.url()).pathname !== ui.path("tools")) await ui.open("tools");
  await ui.button("tools.card.mark", { name }).first().click();
}

inEach(LANGUAGES, (language) => {
  const said = SAID[language];

  asUser("400 shows the message of the server", async ({ page, server, catalogue, watch, ui }) => {
    watch.expect(400, /brand-kit$/);
    const { name } = await catalogue.tool("facebook-post");
    await turnStarInto(page, { url: `${server.url}/api/brand-kit`, postData: "?" });
    await pressStar(ui, name);
    await expect(snackbar(page)).toContainText(said.broken);
  });

  asUser("409 shows the message of the server", async ({ page, server, catalogue, watch, ui }) => {
    watch.expect(409, /brand-kit$/);
    const { name } = await catalogue.tool("facebook-post");
    const kit = {
      name: "Kit",
      description: "",
      tone: "",
      audience: "",
      avoid: [],
      facts: [],
      glossary: [],
    };
    await turnStarInto(page, {
      url: `${server.url}/api/brand-kit`,
      postData: JSON.stringify({ ...kit, version: 7 }),
    });
    await pressStar(ui, name);
    await expect(snackbar(page)).toContainText(said.conflict);
  });

  test("422 is shown at its field and nowhere else, 429 shows nothing", async ({
    page,
    t,
    person,
    context,
    watch,
    ui,
  }) => {
    watch.expect(422, /^\/login$/);
    watch.expect(429, /^\/login$/);
    await context.clearCookies({ name: "sitewright_session" });
    await page.goto("/login");
    const logged = page.waitForEvent("console", (message) => message.text().includes("Too many requests"));
    const wrong = { ...person, password: "not the password" };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const refused = page.waitForResponse((response) => response.url().endsWith("/login"));
      await signIn(page, t, wrong);
      expect((await refused).status()).toBe(422);
      // Until the form shows the message, its button moves.
      await expect(ui.field("accounts.field.email")).toHaveAttribute("aria-invalid", "true");
    }
    await expect(ui.field("accounts.field.email")).toHaveAccessibleDescription(said.wrong);
    await signIn(page, t, wrong);
    await logged;
    await expect(snackbar(page)).toBeHidden();
  });

  test("401 leads to the sign-in and back", async ({ page, t, context, person, catalogue, watch, ui }) => {
    watch.expect(401, /^\/api\//);
    const { name } = await catalogue.tool("facebook-post");
    await ui.open("tools");
    await expect(ui.button("tools.card.mark", { name }).first()).toBeVisible();
    await context.clearCookies({ name: "sitewright_session" });
    const asked = page.waitForRequest((request) => request.url().endsWith("/api/user"));
    const out = page.waitForRequest((request) => request.url().endsWith("/logout"));
    await pressStar(ui, name);
    await Promise.all([asked, out]);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(ui.path("tools"))}`);
    await signIn(page, t, person);
    await expect(page).toHaveURL(ui.path("tools"));
  });

  test("500 shows a generic message without details", async ({ page, context, t, watch, ui }) => {
    watch.expect(500, /favourite$/);
    watch.expect(401, /^\/api\/user$/);
    const server = await Sitewright.start();
    try {
      // Another language would request the list of tools twice, with two responses of 500.
      const person = await createPerson(server, language);
      await context.addCookies([{ name: "cookie_consent", value: "1", url: server.url }]);
      await page.goto(`${server.url}/login`);
      await signIn(page, t, person);
      await page.waitForURL("**/app/dashboard");
      await page.goto(server.url + ui.path("tools"));
      const star = page.getByRole("button", { name: t("tools.card.mark", { name: "" }).trim() }).first();
      await expect(star).toBeVisible();
      const database = new DatabaseSync(join(server.data, "sitewright.db"), { timeout: 10_000 });
      database.exec("ALTER TABLE favourites RENAME TO gone");
      database.close();
      await star.click();
      await expect(snackbar(page)).toContainText(said.server);
      // No user is on its pages when it stops.
      await page.goto("about:blank");
    } finally {
      await server.stop();
    }
  });

  test.describe("with too few words", () => {
    test.use({ setup: "poor" });

    asUser("402 opens the dialog with the server's message", async ({ page, catalogue, watch, ui }) => {
      watch.expect(402, /\/runs$/);
      await (await openTopic(ui, catalogue)).fill("Rolls");
      const refused = page.waitForResponse((response) => response.status() === 402);
      await ui.button("sdk.form.submit").click();
      const { message } = await (await refused).json();
      const dialog = page.getByRole("dialog", { name: said.limit });
      await expect(dialog).toContainText(message);
      await button(dialog, said.dismiss).click();
      await expect(dialog).toBeHidden();
    });
  });

  // Cases that no call of this server causes: its responses are replaced.
  asUser(
    "a success with an error flag, a conflict without a message, markup in a limit",
    async ({ page, catalogue, watch, ui }) => {
      watch.expect(409, /favourite$/);
      watch.expect(402, /favourite$/);
      // A browser warning while the markup is parsed, without running it.
      watch.expectOnConsole(/inline event handler/);
      const { name } = await catalogue.tool("facebook-post");
      const answers = [
        { status: 200, json: { error: true, message: "A flag in a success" } },
        { status: 409, json: {} },
        {
          status: 402,
          json: {
            message: `<p>Only <b>12</b> left</p><img src=x onerror="document.title='hit'"><script>1</script>`,
          },
        },
      ];
      await page.route(FAVOURITE, (route) => route.fulfill(answers.shift()));
      await pressStar(ui, name);
      await expect(snackbar(page)).toContainText("A flag in a success");
      await page.reload();
      await pressStar(ui, name);
      await expect(snackbar(page)).toContainText(said.conflictWithoutWords);
      await pressStar(ui, name);
      const dialog = page.getByRole("dialog", { name: said.limit });
      await expect(dialog.locator("b")).toHaveText("12");
      await expect(dialog.locator("img, script")).toHaveCount(0);
      await expect(page).not.toHaveTitle("hit");
    },
  );
});
