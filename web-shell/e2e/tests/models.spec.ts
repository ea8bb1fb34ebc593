import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { test as base, expect } from "../src/test.ts";

const KEY = "sk-right";
const answered = (text: string) =>
  [
    { delta: { content: text }, finish_reason: null },
    { delta: {}, finish_reason: "stop" },
  ]
    .map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
    .join("");

/** A fake Ollama, whose list with OpenAI's protocol requires a key. */
async function startLocal() {
  const server = createServer((request, response) => {
    request.resume();
    const { url, headers } = request;
    if (url === "/api/tags") {
      const names = ["gemma3:12b", "gemma3:4b"];
      response.end(JSON.stringify({ models: names.map((name) => ({ name, details: {} })) }));
    } else if (url === "/v1/models") {
      const isRight = headers.authorization === `Bearer ${KEY}`;
      response.writeHead(isRight ? 200 : 401).end(JSON.stringify({ data: [{ id: "cloud-model" }] }));
    } else {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${answered("A website is always open.")}data: [DONE]\n\n`);
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
}

/** A server without a model that finds one on its machine. */
const test = base.extend<{ local: { url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the names of the fixtures from this pattern.
  local: async ({}, use) => {
    const local = await startLocal();
    await use(local);
    local.stop();
  },
  server: async ({ local }, use) => {
    const server = await Sitewright.start({ MODEL_LOCAL: `ollama=${local.url}` });
    await use(server);
    await server.stop();
  },
});

test("a local server is connected and tested, and a role gets a second model", async ({
  ui,
  api,
  language,
  page,
}) => {
  await enterAsAdministrator(api, language);
  await ui.open("adminModels");
  await expect(ui.heading("models.empty.title")).toBeVisible();
  await ui.button("models.local.again").click();
  await ui.button("models.local.connectOf", { name: "Ollama" }).click();
  await expect(page.getByText(/words per second/)).toBeVisible();
  await expect(ui.heading("models.empty.title")).toBeHidden();

  const add = ui.combobox("models.role.add", { role: ui.t("models.role.of.best") });
  await add.click();
  await page.getByRole("option", { name: "gemma3:4b" }).click();
  const up = ui.button("models.role.up", { name: "gemma3:4b" });
  // The role for quick texts got it with the connection.
  await expect(up).toHaveCount(2);
});

test("a wrong key is reported at its field, and the right one connects", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  watch.expect(502, /\/offered$/);
  watch.expect(503, /\/offered$/);
  await enterAsAdministrator(api, language);
  await ui.open("adminModels");
  await ui.button("models.connection.add").click();
  const dialog = ui.in(page.getByRole("dialog"));
  await dialog.field("models.connection.url").fill(`${local.url}/v1`);
  const key = page.getByRole("dialog").locator("input[name=key]");
  await key.fill("sk-wrong");
  await dialog.button("models.connection.go").click();
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("dialog").getByText(/does not accept/)).toBeVisible();
  await key.fill(KEY);
  await dialog.button("models.connection.go").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("region", { name: "127.0.0.1" })).toBeVisible();
});
