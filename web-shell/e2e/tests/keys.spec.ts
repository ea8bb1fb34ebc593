import { request as requests } from "@playwright/test";
import { askStaff, enterAs } from "../src/staff.ts";
import { type APIRequestContext, asUser, expect, IN_POLISH, inEach, test } from "../src/test.ts";
import type { Ui } from "../src/ui.ts";

/** A program without cookies, only with its key. */
const program = (base: string, key: string) =>
  requests.newContext({
    baseURL: base,
    extraHTTPHeaders: { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" },
  });

const toolsOf = async (agent: APIRequestContext) => {
  const answer = await agent.post("/mcp", { data: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
  const { result } = await answer.json();
  return result.tools.map(({ name }: { name: string }) => name);
};

/** Creates a key on the page and returns it. */
async function make({ button, field, checkbox, dialog, page, t }: Ui, name: string, tool: string) {
  await button("settings.keys.new").click();
  await field("settings.keys.name").fill(name);
  await checkbox("settings.keys.someTools").check();
  await page.getByRole("checkbox", { name: tool, exact: true }).check();
  await field("settings.keys.monthly").fill("1200");
  await button("settings.keys.make").click();
  const shown = dialog("settings.keys.made");
  const key = await shown.getByRole("textbox", { name: t("settings.keys.secret") }).inputValue();
  expect(key).toMatch(/^sw_[0-9a-f]{64}$/);
  await shown.getByRole("button", { name: t("settings.keys.done") }).click();
  await expect(shown).toBeHidden();
  return key;
}

inEach(IN_POLISH, () => {
  asUser("a key is created, used and revoked", async ({ page, server, catalogue, t, watch, ui }) => {
    const { id: tool, name } = await catalogue.tool("facebook-post");
    await ui.open("settings");
    await ui.link("settings.page.keys").click();
    await expect(page).toHaveURL(ui.path("settingsKeys"));
    await expect(ui.text("settings.keys.none")).toBeVisible();

    const key = await make(ui, "Claude", name);
    const row = page.getByRole("listitem").filter({ hasText: "Claude" });
    await expect(row).toContainText(key.slice(0, 9));
    await expect(row).toContainText(
      t("settings.keys.wordsOf", { used: t.number(0), limit: t.number(1200), all: t.number(0) }),
    );
    await expect(page.getByText(key)).toHaveCount(0);

    const agent = await program(server.url, key);
    expect(await toolsOf(agent)).toEqual([tool]);
    const started = await agent.post(`/api/tools/${tool}/runs`, {
      data: { input: { topic: "tea", language: "en" } },
      headers: { prefer: "wait=30" },
    });
    expect(await started.json()).toMatchObject({ status: "succeeded", tool });
    expect((await agent.get("/api/documents")).status()).toBe(403);

    watch.expect(422, /^\/api\/keys$/);
    await ui.button("settings.keys.new").click();
    await ui.button("settings.keys.make").click();
    await expect(ui.field("settings.keys.name")).toBeFocused();
    await expect(ui.field("settings.keys.name")).toHaveAttribute("aria-invalid", "true");
    await ui.button("settings.keys.cancel").click();

    await ui.button("settings.keys.revokeOf", { name: "Claude" }).click();
    const sure = ui.dialog("settings.keys.sure", { name: "Claude" });
    await sure.getByRole("button", { name: t("settings.keys.revoke") }).click();
    await expect(row).toContainText(t("settings.keys.revoked"));
    expect((await agent.get("/api/tools")).status()).toBe(401);
    await agent.dispose();
  });

  asUser("the examples contain the address of this server", async ({ server, ui }) => {
    await ui.open("settingsKeys");
    await expect(ui.region("settings.connect.address")).toHaveText(`${server.url}/mcp`);
    const settings = await ui.region("settings.connect.agent").textContent();
    expect(JSON.parse(settings ?? "").mcpServers.sitewright.url).toBe(`${server.url}/mcp`);
    await expect(ui.region("settings.connect.script")).toContainText(`${server.url}/api/tools/`);
  });
});

/** The first request is refused as after a while; the link is the server's. */
test("a user without a password confirms with a new sign-in link", async ({
  ui,
  api,
  server,
  language,
  watch,
  page,
}) => {
  watch.expect(423, /^\/api\/keys$/);
  watch.expect(410, /\/confirm-link$/);
  await enterAs(api, "user", language);
  const { id } = await api.get("/api/user");
  const stale = { status: 423, code: "auth.sign-in-again", message: "Sign in again to continue." };
  await page.route("**/api/keys", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 423, json: stale }) : route.continue(),
  );
  await ui.open("settingsKeys");
  await ui.button("settings.keys.new").click();
  await ui.field("settings.keys.name").fill("Claude");
  await ui.button("settings.keys.make").click();
  const dialog = ui.in(ui.dialog("shell.confirm.title"));
  await expect(dialog.text("shell.confirm.noPassword")).toBeVisible();
  await page.unroute("**/api/keys");
  const link = dialog.field("shell.confirm.link");
  await dialog.button("shell.confirm.go").click();
  await expect(link).toHaveAttribute("aria-invalid", "true");
  await link.fill(`${server.url}/auth/one-time-login/made-up`);
  await dialog.button("shell.confirm.go").click();
  await expect(ui.dialog("shell.confirm.title").getByRole("alert")).toBeVisible();
  await link.fill((await askStaff(server, `users/${id}/link`, {})).url);
  await dialog.button("shell.confirm.go").click();
  await expect(ui.dialog("settings.keys.made")).toBeVisible();
});
