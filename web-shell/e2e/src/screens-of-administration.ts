import { install, packed, pluginId } from "./packages.ts";
import { csrfHeaders } from "./person.ts";
import type { Screen, Stage } from "./screens.ts";
import { button, field } from "./shell.ts";
import { makeUser } from "./staff.ts";
import { expect } from "./test.ts";

async function openUser(stage: Stage) {
  const { page, context, server, language, t } = stage;
  const user = await makeUser(context, server, language);
  await page.goto(`/app/admin/user/${user.id}`);
  await expect(button(page, t("admin.person.actAs"))).toBeVisible();
  return user;
}

/** Has a mail written to somebody. */
async function mailTo({ context, server }: Stage, id: string) {
  const headers = await csrfHeaders(context, server.url);
  const answer = await context.request.post(`${server.url}/api/admin/users/${id}/password-reset`, {
    headers,
  });
  expect(answer.status(), await answer.text()).toBe(202);
}

export const administration: Screen[] = [
  {
    name: "admin-users",
    admin: true,
    open: async ({ page, context, server, language, t }) => {
      const { email } = await makeUser(context, server, language);
      await page.goto(`/app/admin/users?search=${email}`);
      await expect(page.getByText(email)).toBeVisible();
      await expect(page.getByText(t("admin.users.count", { count: 1 }))).toBeVisible();
    },
  },
  {
    name: "admin-users-none",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/users?search=nobody-of-this-name");
      await expect(page.getByText(t("admin.users.none"))).toBeVisible();
    },
  },
  {
    name: "admin-new-user",
    admin: true,
    open: async ({ page, t, watch }) => {
      watch.expect(422, /^\/api\/admin\/users$/);
      await page.goto("/app/admin/users");
      await button(page, t("admin.users.new")).click();
      const dialog = page.getByRole("dialog");
      await button(dialog, t("admin.new.save")).click();
      await expect(field(dialog, t("admin.new.name"))).toHaveAttribute("aria-invalid", "true");
    },
  },
  { name: "admin-user", admin: true, open: async (stage) => void (await openUser(stage)) },
  {
    name: "admin-link",
    admin: true,
    open: async (stage) => {
      await openUser(stage);
      await button(stage.page, stage.t("admin.access.linkMake")).click();
      await expect(field(stage.page, stage.t("admin.link.label"))).toHaveValue(/one-time-login/);
    },
  },
  {
    name: "admin-erase",
    admin: true,
    open: async (stage) => {
      await openUser(stage);
      await button(stage.page, stage.t("admin.erase.ask")).click();
      await expect(field(stage.page, stage.t("admin.erase.email"))).toBeVisible();
    },
  },
  {
    name: "admin-jobs",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/jobs");
      await expect(page.getByRole("rowheader", { name: "upkeep" })).toBeVisible();
      await expect(button(page, t("admin.jobs.drop")).first()).toBeVisible();
    },
  },
  {
    name: "admin-outbox",
    admin: true,
    open: async (stage) => {
      const { page, context, server, language } = stage;
      const { id, email } = await makeUser(context, server, language);
      await mailTo(stage, id);
      await page.goto("/app/admin/outbox");
      await expect(page.getByText(email)).toBeVisible();
    },
  },
  {
    name: "admin-mail",
    admin: true,
    open: async (stage) => {
      const { page, context, server, language, t } = stage;
      const { id, email } = await makeUser(context, server, language);
      await mailTo(stage, id);
      await page.goto("/app/admin/outbox");
      await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();
      await expect(button(page, t("admin.mail.copy"))).toBeVisible();
      await expect(page.frameLocator("iframe").getByRole("link").first()).toBeVisible();
    },
  },
  {
    name: "admin-matrix",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/matrix?q=facebook");
      await expect(page.getByRole("rowheader").first()).toBeVisible();
      await expect(page.getByText(t("matrix.cell.on"), { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: "admin-matrix-change",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/matrix?q=facebook-post");
      await page.getByRole("cell").first().getByRole("button").click();
      const dialog = page.getByRole("dialog");
      await field(dialog, t("matrix.field.memory_mib")).fill("1");
      await button(dialog, t("matrix.change.look")).click();
      await expect(button(dialog, t("matrix.change.save"))).toBeVisible();
    },
  },
  {
    name: "admin-exception",
    admin: true,
    open: async (stage) => {
      await openUser(stage);
      const { page, t } = stage;
      await button(page, t("matrix.exception.add")).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("switch", { name: t("matrix.exception.own") }).check();
      await expect(field(dialog, t("matrix.field.words_per_month"))).toBeVisible();
    },
  },
  {
    name: "admin-publishers",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const id = `acme-${crypto.randomUUID().slice(0, 8)}`;
      const answer = await context.request.post(`${server.url}/api/admin/publishers`, {
        headers: await csrfHeaders(context, server.url),
        data: { id, name: id, level: "partner" },
      });
      expect(answer.status(), await answer.text()).toBe(201);
      await page.goto("/app/admin/publishers");
      await expect(page.getByText(t("publishers.page.noKeys")).first()).toBeVisible();
    },
  },
  {
    name: "admin-plugins",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/plugins");
      await expect(
        page
          .getByRole("listitem")
          .filter({ hasText: t("plugins.list.bundled") })
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: "admin-install-plugin",
    admin: true,
    open: async ({ page, t }) => {
      await page.goto("/app/admin/plugins");
      await button(page, t("plugins.install.open")).click();
      const dialog = page.getByRole("dialog");
      await button(dialog, t("plugins.install.go")).click();
      await expect(dialog.getByText(t("plugins.install.noFile"))).toBeVisible();
    },
  },
  {
    name: "admin-plugin",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const id = pluginId();
      await install(context, server, await packed(server, id, "1.0.0"));
      await page.goto(`/app/admin/plugins/${id}`);
      await expect(page.getByRole("region", { name: t("plugins.releases.title") })).toBeVisible();
    },
  },
  {
    name: "admin-package",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const digest = await install(context, server, await packed(server, pluginId(), "1.0.0"));
      await page.goto(`/app/admin/packages/${digest}`);
      await expect(page.getByText(t("plugins.runs.none"))).toBeVisible();
      await expect(page.getByText(t("plugins.accounts.none"))).toBeVisible();
    },
  },
  {
    name: "admin-trial",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const digest = await install(context, server, await packed(server, pluginId(), "1.0.0"));
      await page.goto(`/app/admin/trial?package=${digest}`);
      await button(page, t("trials.begin.go")).click();
      await button(page, t("sdk.form.example")).click();
      await button(page, t("sdk.form.submit")).click();
      await expect(page.getByText(t("trials.runs.cost"))).toBeVisible();
    },
  },
  {
    name: "admin-release",
    admin: true,
    open: async ({ page, context, server, t }) => {
      const digest = await install(context, server, await packed(server, pluginId(), "1.0.0"));
      await page.goto(`/app/admin/packages/${digest}`);
      await button(page, t("plugins.deeds.releaseGo")).click();
      await page.getByRole("radio", { name: t("plugins.release.stages.plan") }).check();
      await expect(
        page.getByRole("dialog").getByText(t("plugins.release.plan"), { exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: "admin-audit",
    admin: true,
    open: async (stage) => {
      const { page, context, server, language, t } = stage;
      const { id } = await makeUser(context, server, language);
      await page.goto(`/app/admin/audit-log?subject=${id}`);
      const made = t("admin.deed.user-created", { role: t("admin.role.user") });
      await expect(page.getByText(made)).toBeVisible();
    },
  },
  {
    name: "acting",
    admin: true,
    open: async (stage) => {
      await openUser(stage);
      await button(stage.page, stage.t("admin.person.actAs")).click();
      await expect(stage.page).toHaveURL("/app/dashboard");
      await expect(button(stage.page, stage.t("shell.acting.back"))).toBeVisible();
    },
  },
];
