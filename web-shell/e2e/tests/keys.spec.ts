import type { APIRequestContext, Page } from "@playwright/test";
import { request as requests } from "@playwright/test";
import { button, field } from "../src/shell.ts";
import { expect, test } from "../src/test.ts";
import { IN_POLISH, type Language, type Texts } from "../src/texts.ts";

const address = (language: Language) =>
  language === "pl" ? "/app/ustawienia/klucze-api" : "/app/settings/api-keys";

/** A program beside the browser: no cookies, only its key. */
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

/** Makes a key on the page and returns it. */
async function make(page: Page, t: Texts, name: string, tool: string) {
  await button(page, t("settings.keys.new")).click();
  await field(page, t("settings.keys.name")).fill(name);
  await page.getByRole("checkbox", { name: t("settings.keys.someTools") }).check();
  await page.getByRole("checkbox", { name: tool, exact: true }).check();
  await field(page, t("settings.keys.monthly")).fill("1200");
  await button(page, t("settings.keys.make")).click();
  const shown = page.getByRole("dialog", { name: t("settings.keys.made") });
  const key = await shown.getByRole("textbox", { name: t("settings.keys.secret") }).inputValue();
  expect(key).toMatch(/^sw_[0-9a-f]{64}$/);
  await shown.getByRole("button", { name: t("settings.keys.done") }).click();
  await expect(shown).toBeHidden();
  return key;
}

for (const language of IN_POLISH) {
  test.describe(`keys in ${language}`, () => {
    test.use({ language });

    test("a key is made, used by an agent, and revoked", async ({
      page,
      person,
      server,
      catalogue,
      t,
      watch,
    }) => {
      expect(person.email).toBeTruthy();
      const { id: tool, name } = await catalogue.tool("facebook-post");
      await page.goto(language === "pl" ? "/app/ustawienia" : "/app/settings");
      await page.getByRole("link", { name: t("settings.page.keys") }).click();
      await expect(page).toHaveURL(address(language));
      await expect(page.getByText(t("settings.keys.none"))).toBeVisible();

      const key = await make(page, t, "Claude", name);
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
      await button(page, t("settings.keys.new")).click();
      await button(page, t("settings.keys.make")).click();
      await expect(field(page, t("settings.keys.name"))).toBeFocused();
      await expect(field(page, t("settings.keys.name"))).toHaveAttribute("aria-invalid", "true");
      await button(page, t("settings.keys.cancel")).click();

      await button(page, t("settings.keys.revokeOf", { name: "Claude" })).click();
      const sure = page.getByRole("dialog", { name: t("settings.keys.sure", { name: "Claude" }) });
      await sure.getByRole("button", { name: t("settings.keys.revoke") }).click();
      await expect(row).toContainText(t("settings.keys.revoked"));
      expect((await agent.get("/api/tools")).status()).toBe(401);
      await agent.dispose();
    });

    test("the examples hold the address of this server", async ({ page, person, server, t }) => {
      expect(person.email).toBeTruthy();
      await page.goto(address(language));
      await expect(page.getByRole("region", { name: t("settings.connect.address") })).toHaveText(
        `${server.url}/mcp`,
      );
      const settings = await page.getByRole("region", { name: t("settings.connect.agent") }).textContent();
      expect(JSON.parse(settings ?? "").mcpServers.sitewright.url).toBe(`${server.url}/mcp`);
      await expect(page.getByRole("region", { name: t("settings.connect.script") })).toContainText(
        `${server.url}/api/tools/`,
      );
    });
  });
}
