import { install, packed, pluginId } from "../src/packages.ts";
import { installPage } from "../src/pages.ts";
import { button } from "../src/shell.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { expect, test } from "../src/test.ts";
import { textsOf } from "../src/texts.ts";

const polish = textsOf("pl");

test.use({ language: "en" });

test("a version is tried as a customer gets it, and nothing of it stays", async ({
  page,
  context,
  server,
  t,
}) => {
  await enterAsAdministrator(context, server, "en");
  const id = pluginId();
  const digest = await install(context, server, await packed(server, id, "1.0.0"));
  await page.goto(`/app/admin/plugins/${id}`);
  await page.getByRole("link", { name: t("admin.try.version", { version: "1.0.0" }) }).click();
  await expect(page).toHaveURL(`/app/admin/trial?package=${digest}`);
  await expect(page.getByText(/ 1\.0\.0$/)).toBeVisible();

  // The customer reads Polish, the administrator English.
  await page.getByText("Polski", { exact: true }).click();
  await button(page, t("trials.begin.go")).click();
  const screen = page.getByRole("region", { name: t("trials.screen.title") });
  await expect(page.getByRole("heading", { level: 1, name: t("trials.page.title") })).toBeFocused();
  const figures = page.getByRole("region", { name: t("trials.figures.title") });
  await expect(figures.getByText(t("trials.runs.none"))).toBeVisible();
  await expect(screen.getByText(polish("sdk.empty.trial"))).toBeVisible();
  await button(screen, polish("sdk.form.example")).click();
  await button(screen, polish("sdk.form.submit")).click();
  await expect(button(screen, polish("sdk.result.copyEverything"))).toBeVisible();
  await expect(screen.getByText(polish("sdk.result.open"))).toHaveCount(0);
  const run = figures.getByRole("listitem").filter({ hasText: t("plugins.run.statuses.succeeded") });
  await expect(run).toHaveCount(1);
  await run.getByRole("button", { name: /./ }).click();
  await expect(page.getByRole("dialog").getByText(t("plugins.run.byTrial"))).toBeVisible();
  await page.keyboard.press("Escape");

  // A reload finds the trial and its result; the archive and the history know nothing of it.
  await page.reload();
  await expect(button(screen, polish("sdk.result.copyEverything"))).toBeVisible();
  const listed = await context.request.get(`${server.url}/api/runs?tool=${id}`);
  expect((await listed.json()).total).toBe(0);
  await button(page, t("trials.banner.again")).click();
  await expect(button(page, t("trials.begin.go"))).toBeVisible();
});

test("a page of its own is tried in its frame, and a tool that came with the server by its own module", async ({
  page,
  context,
  server,
  t,
}) => {
  await enterAsAdministrator(context, server, "en");
  const { digest } = await installPage(context, server);
  await page.goto(`/app/admin/trial?package=${digest}`);
  await button(page, t("trials.begin.go")).click();
  const frame = page.frameLocator("iframe.tool-page-frame");
  await button(frame, "Try an example").click();
  await button(frame, "Generate").click();
  await expect(frame.getByRole("article").first()).toBeVisible();
  const figures = page.getByRole("region", { name: t("trials.figures.title") });
  await expect(figures.getByText(t("plugins.run.statuses.succeeded"))).toBeVisible();

  await page.goto("/app/admin/plugins/seo-metatags");
  const version = t("plugins.one.bundledVersion");
  await page.getByRole("link", { name: t("admin.try.version", { version }) }).click();
  await button(page, t("trials.begin.go")).click();
  await button(page, t("sdk.form.example")).click();
  await button(page, t("sdk.form.submit")).click();
  await expect(button(page, t("sdk.result.copyEverything"))).toBeVisible();
  await expect(figures.getByText(t("plugins.run.statuses.succeeded"))).toBeVisible();
});

test("what is not there is not offered to try", async ({ page, context, server, t, watch }) => {
  watch.expect(404, /^\/api\/admin\/(plugins|packages)\//);
  await enterAsAdministrator(context, server, "en");
  for (const tried of ["tool=nope", `package=${"0".repeat(64)}`]) {
    await page.goto(`/app/admin/trial?${tried}`);
    await expect(page.getByRole("heading", { name: t("trials.page.nothing") })).toBeVisible();
    await expect(page.getByRole("link", { name: t("trials.page.plugins") }).last()).toBeVisible();
    await expect(button(page, t("trials.begin.go"))).toHaveCount(0);
  }
});
