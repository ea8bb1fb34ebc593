import { pathTo } from "../../app/src/paths.ts";
import { mailedLink } from "../src/outbox.ts";
import { createPerson, register } from "../src/person.ts";
import { beside } from "../src/staff.ts";
import { asUser, expect, IN_ENGLISH, inEach, signIn, test, textsOf } from "../src/test.ts";

/** Changes in another window, on another device or before a reload apply here. */
inEach(IN_ENGLISH, (language) => {
  test.use({ setup: "proving" });

  test("a user who verified the address elsewhere continues here", async ({ page, server, ui, api }) => {
    const { email } = await register(api, language);
    await page.goto("/app/dashboard");
    await expect(ui.button("accounts.verify.again")).toBeVisible();
    const token = new URL(await mailedLink(server, email)).searchParams.get("token");
    await api.post("/api/email/verify", { token });
    // The page polls from time to time, and when it gets the focus again.
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(page).toHaveURL("/app/dashboard");
    await expect(ui.text("accounts.confirm.done")).toBeVisible();
    await ui.open("verifyEmail");
    await expect(page).toHaveURL("/app/dashboard");
  });
});

inEach(IN_ENGLISH, (language) => {
  const info = pathTo("settingsInfo", language);

  test("saving after a sign-out elsewhere leads to the sign-in", async ({
    page,
    person,
    t,
    watch,
    ui,
    api,
  }) => {
    watch.expect(401, /^\/api\//);
    await page.goto(info);
    await ui.field("settings.profile.name").fill("Anna Nowa");
    await api.post("/logout");
    await ui.button("settings.profile.save").click();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(info)}`);
    await signIn(page, t, person);
    await expect(page).toHaveURL(info);
  });

  asUser(
    "a sign-in in one window changes the user in the others",
    async ({ page, context, server, person, t, watch, ui, api }) => {
      watch.expect(401, /^\/api\//);
      await page.goto(info);
      await expect(ui.field("settings.profile.name")).toHaveValue(person.name);

      const other = await createPerson(server, language, "Bogdan Drugi");
      await api.post("/logout");
      const second = await context.newPage();
      await second.goto("/login");
      await signIn(second, t, other);
      await expect(second).toHaveURL("/app/dashboard");
      await expect(ui.field("settings.profile.name")).toHaveValue(other.name);
    },
  );

  test("a password reset link works while signed in", async ({ page, server, person, t, ui, api }) => {
    await api.post("/forgot-password", { email: person.email });
    await page.goto(await mailedLink(server, person.email));
    await expect(ui.title()).toHaveText(t("accounts.reset.newTitle"));
    await ui.field("accounts.field.newPassword").fill("another long password");
    await ui.field("accounts.field.newPasswordAgain").fill("another long password");
    await ui.button("accounts.reset.save").click();
    await expect(page).toHaveURL("/login");
    await signIn(page, t, { ...person, password: "another long password" });
    await expect(page).toHaveURL("/app/dashboard");
  });

  asUser("the language in the settings is kept after a reload", async ({ page, ui }) => {
    const next = language === "pl" ? "en" : "pl";
    const later = textsOf(next);
    await page.goto(info);
    await ui.combobox("settings.profile.language").click();
    await page.getByRole("option", { name: next === "pl" ? "Polski" : "English" }).click();
    await ui.button("settings.profile.save").click();
    await expect(page.getByText(later("settings.profile.saved"))).toBeVisible();
    await expect(page).toHaveURL(pathTo("settingsInfo", next));
    await page.reload();
    await expect(ui.title()).toHaveText(later("settings.page.title"));
  });

  asUser("a name cannot be emptied", async ({ page, watch, ui }) => {
    watch.expect(422, /^\/api\/user$/);
    await page.goto(info);
    await ui.field("settings.profile.name").fill("  ");
    await ui.button("settings.profile.save").click();
    await expect(ui.field("settings.profile.name")).toHaveAttribute("aria-invalid", "true");
  });

  test("a dismissed step is hidden in every browser", async ({ page, browser, server, person, t, ui }) => {
    await page.goto("/app/dashboard");
    const title = t("dashboard.step.project.title");
    const [saved] = await Promise.all([
      page.waitForResponse(
        (response) =>
          response.request().method() === "POST" && response.url().endsWith("/api/user/dismissed-steps"),
      ),
      ui.button("dashboard.steps.dismiss", { title }).click(),
    ]);
    expect(saved.status()).toBe(204);

    await beside(browser, server, language, async ({ page, region }) => {
      await page.goto("/login");
      await signIn(page, t, person);
      const steps = region("dashboard.steps.title");
      await expect(steps.getByText(t("dashboard.step.tool.title"))).toBeVisible();
      await expect(steps.getByText(title)).toBeHidden();
    });
  });

  asUser(
    "a deleted folder is reported, and filters that hide all documents can be removed",
    async ({ page, catalogue, ui }) => {
      await catalogue.run("facebook-post", { topic: "Chleb", language });
      const archive = ui.path("archive");
      const listed = ui.rows();
      await page.goto(`${archive}?folder=00000000-0000-7000-8000-000000000000`);
      await expect(ui.heading("documents.gone.title")).toBeVisible();
      await ui.link("documents.place.all").last().click();
      await expect(listed).toHaveCount(1);
      await page.goto(`${archive}?folder=none&q=xyzzy`);
      await ui.link("documents.none.reset").click();
      await expect(listed).toHaveCount(1);
      await expect(page).toHaveURL(`${archive}?folder=none`);
      await expect(page.getByRole("searchbox")).toHaveValue("");
    },
  );
});

test("closed registration offers no account", async ({ page, ui }) => {
  await page.route("**/api/ways-in", (route) =>
    route.fulfill({ json: { google: false, registration: false, verification: false } }),
  );
  await page.goto("/login");
  await expect(ui.button("accounts.login.submit")).toBeVisible();
  await expect(ui.link("accounts.login.register")).toBeHidden();
  await page.goto("/register");
  await expect(ui.text("accounts.google.problem.registration-closed")).toBeVisible();
  await expect(ui.button("accounts.register.submit")).toBeHidden();
});
