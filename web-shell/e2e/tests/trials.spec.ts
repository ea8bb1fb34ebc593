import { install, packed, pluginId } from "../src/packages.ts";
import { installPage } from "../src/pages.ts";
import { asAdministrator, button, expect, textsOf } from "../src/test.ts";

const polish = textsOf("pl");

asAdministrator(
  "a version is tried as a customer gets it, without lasting effects",
  async ({ page, context, server, t, ui, api }) => {
    const id = pluginId();
    const digest = await install(api, await packed(server, id, "1.0.0"));
    await page.goto(`/app/admin/plugins/${id}`);
    await ui.link("admin.try.version", { version: "1.0.0" }).click();
    await expect(page).toHaveURL(`/app/admin/trial?package=${digest}`);
    await expect(page.getByText(/ 1\.0\.0$/)).toBeVisible();

    // The customer reads Polish, the administrator English.
    await page.getByText("Polski", { exact: true }).click();
    await ui.button("trials.begin.go").click();
    const screen = ui.region("trials.screen.title");
    await expect(page.getByRole("heading", { level: 1, name: t("trials.page.title") })).toBeFocused();
    const figures = ui.region("trials.figures.title");
    await expect(figures.getByText(t("trials.runs.none"))).toBeVisible();
    await expect(screen.getByText(polish("sdk.empty.trial"))).toBeVisible();
    await button(screen, polish("sdk.form.example")).click();
    await button(screen, polish("sdk.form.submit")).click();
    await expect(screen.locator("[data-copy]").first()).toBeVisible();
    await expect(screen.getByText(polish("sdk.result.open"))).toHaveCount(0);
    const run = figures.getByRole("listitem").filter({ hasText: t("plugins.run.statuses.succeeded") });
    await expect(run).toHaveCount(1);
    await run.getByRole("button", { name: /./ }).click();
    await expect(page.getByRole("dialog").getByText(t("plugins.run.byTrial"))).toBeVisible();
    await page.keyboard.press("Escape");

    // A reload restores the trial and its result; the archive and the history do not contain it.
    await page.reload();
    await expect(screen.locator("[data-copy]").first()).toBeVisible();
    const listed = await context.request.get(`${server.url}/api/runs?tool=${id}`);
    expect((await listed.json()).total).toBe(0);
    await ui.button("trials.banner.again").click();
    await expect(ui.button("trials.begin.go")).toBeVisible();
  },
);

asAdministrator(
  "a custom page is tried in its frame, and a built-in tool with its module",
  async ({ page, t, ui, api }) => {
    const { digest } = await installPage(api);
    await page.goto(`/app/admin/trial?package=${digest}`);
    await ui.button("trials.begin.go").click();
    const frame = page.frameLocator("iframe.tool-page-frame");
    await button(frame, "Try an example").click();
    await button(frame, "Generate").click();
    await expect(frame.getByRole("article").first()).toBeVisible();
    const figures = ui.region("trials.figures.title");
    await expect(figures.getByText(t("plugins.run.statuses.succeeded"))).toBeVisible();

    await page.goto("/app/admin/plugins/seo-metatags");
    const version = t("plugins.one.bundledVersion");
    await ui.link("admin.try.version", { version }).click();
    await ui.button("trials.begin.go").click();
    await ui.button("sdk.form.example").click();
    await ui.button("sdk.form.submit").click();
    await expect(page.locator("[data-copy]").first()).toBeVisible();
    await expect(figures.getByText(t("plugins.run.statuses.succeeded"))).toBeVisible();
  },
);

asAdministrator("a missing version cannot be tried", async ({ page, watch, ui }) => {
  watch.expect(404, /^\/api\/admin\/(plugins|packages)\//);
  for (const tried of ["tool=nope", `package=${"0".repeat(64)}`]) {
    await page.goto(`/app/admin/trial?${tried}`);
    await expect(ui.heading("trials.page.nothing")).toBeVisible();
    await expect(ui.link("trials.page.plugins").last()).toBeVisible();
    await expect(ui.button("trials.begin.go")).toHaveCount(0);
  }
});
