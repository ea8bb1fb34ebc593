import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { Api } from "../src/api.ts";
import { Sitewright } from "../src/sitewright.ts";
import { enterAsAdministrator } from "../src/staff.ts";
import { test as base, expect } from "../src/test.ts";
import type { Language } from "../src/texts.ts";
import type { Ui } from "../src/ui.ts";

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
    } else if (url === "/empty/v1/models") {
      response.end(JSON.stringify({ data: [] }));
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
    const server = await Sitewright.start({ MODEL_LOCAL: `ollama=${local.url}`, FETCH_PRIVATE: "127.0.0.1" });
    await use(server);
    await server.stop();
  },
});

async function openModels({ ui, api, language }: { ui: Ui; api: Api; language: Language }) {
  await enterAsAdministrator(api, language);
  await ui.open("adminModels");
}

async function connectOllama({ ui, page }: { ui: Ui; page: Page }) {
  await ui.button("models.local.again").click();
  await ui.button("models.local.connectOf", { name: "Ollama" }).click();
  await expect(page.getByText(/words per second/)).toBeVisible();
}

/** Opens the empty dialog of a provider. */
async function addConnection({ ui, page }: { ui: Ui; page: Page }) {
  await ui.button("models.connection.add").click();
  return ui.in(page.getByRole("dialog"));
}

/** Connects the provider with OpenAI's protocol and its only model. */
async function connectProvider({ ui, page }: { ui: Ui; page: Page }, url: string) {
  await addConnection({ ui, page });
  const dialog = await chooseModel({ ui, page }, url);
  await dialog.button("models.connection.go").click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Fills the open dialog with address and key, and chooses the only model that is offered. */
async function chooseModel({ ui, page }: { ui: Ui; page: Page }, url: string) {
  const dialog = ui.in(page.getByRole("dialog"));
  await dialog.field("models.connection.url").fill(`${url}/v1`);
  await page.getByRole("dialog").locator("input[name=key]").fill(KEY);
  await dialog.button("models.connection.next").click();
  const model = dialog.combobox("models.model.search");
  await expect(model).toBeFocused();
  await model.fill("cloud");
  await page.getByRole("option", { name: "cloud-model" }).click();
  return dialog;
}

test("a local server is connected with one click, and a tool writes with it", async ({
  ui,
  api,
  language,
  page,
}) => {
  await openModels({ ui, api, language });
  await expect(ui.heading("models.empty.title")).toBeVisible();
  await connectOllama({ ui, page });
  await expect(ui.heading("models.empty.title")).toBeHidden();
  await expect(ui.button("models.local.again")).toBeFocused();
  await expect(ui.text("models.local.allConnected")).toBeVisible();

  const add = ui.combobox("models.role.add", { role: ui.t("models.role.of.best") });
  await add.click();
  await page.getByRole("option", { name: "gemma3:4b" }).click();
  const up = ui.button("models.role.up", { name: "gemma3:4b" });
  // The role for quick texts got it with the connection.
  await expect(up).toHaveCount(2);
  await up.nth(1).click();
  const best = page.getByRole("list", { name: ui.t("models.role.of.best") }).getByRole("listitem");
  await expect(best.first()).toContainText("gemma3:4b");
  await expect(up.nth(1)).toBeFocused();

  const written = await ui.runExample("facebook-post");
  await expect(written).toContainText("A website is always open.");
});

test("a model that was removed elsewhere leaves the lists", async ({ ui, api, language, watch, page }) => {
  watch.expect(422, /\/roles\/best$/);
  await openModels({ ui, api, language });
  await connectOllama({ ui, page });
  const { connections, roles } = await api.get("/api/admin/models");
  const best = roles.find(({ role }: { role: string }) => role === "best").models;
  const gone = connections[0].models.find(({ id }: { id: string }) => !best.includes(id));
  await api.delete(`/api/admin/models/${gone.id}`);
  await ui.combobox("models.role.add", { role: ui.t("models.role.of.best") }).click();
  await page.getByRole("option", { name: gone.label }).click();
  await expect(page.getByText(/removed in the meantime/)).toBeVisible();
  await expect(ui.button("models.model.testOf", { name: gone.label })).toBeHidden();
});

test("an address without a list of models is explained", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  watch.expect(422, /\/check$/);
  await openModels({ ui, api, language });
  const dialog = await addConnection({ ui, page });
  const address = dialog.field("models.connection.url");
  await address.fill(" ");
  await dialog.button("models.connection.next").click();
  await expect(dialog.text("models.connection.urlNeeded")).toBeVisible();
  await expect(dialog.button("models.connection.unchecked")).toBeHidden();
  await address.fill(`${local.url}/nothing/v1`);
  await dialog.button("models.connection.next").click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await dialog.button("models.connection.unchecked").click();
  await expect(dialog.text("models.model.noList")).toBeVisible();
  await expect(address).not.toHaveAttribute("aria-invalid", "true");
  await dialog.button("shell.confirm.cancel").click();

  await ui.button("models.connection.add").click();
  await address.fill(`${local.url}/empty/v1/models`);
  await dialog.button("models.connection.next").click();
  await expect(dialog.text("models.model.noneOffered")).toBeVisible();
  await dialog.combobox("models.model.search").fill("own-model");
  await dialog.button("models.connection.go").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const connection = page.getByRole("region", { name: "127.0.0.1" });
  await expect(connection).toContainText(`${local.url}/empty/v1`);
  await expect(connection).not.toContainText("/v1/models");
});

test("a wrong key is reported at its field, and the right one connects", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  watch.expect(422, /\/check$/);
  await openModels({ ui, api, language });
  const dialog = await addConnection({ ui, page });
  await dialog.field("models.connection.url").fill(`${local.url}/v1`);
  const key = page.getByRole("dialog").locator("input[name=key]");
  await key.fill("sk-wrong");
  await dialog.button("models.connection.next").click();
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await expect(key).toBeFocused();
  await key.fill(KEY);
  await dialog.button("models.connection.next").click();
  await expect(dialog.combobox("models.model.search")).toBeFocused();
  await dialog.button("models.connection.go").click();
  await expect(dialog.text("models.model.choose")).toBeVisible();
  await dialog.combobox("models.model.search").click();
  await page.getByRole("option", { name: "cloud-model" }).click();
  await dialog.button("models.connection.go").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const connection = ui.in(page.getByRole("region", { name: "127.0.0.1" }));
  await expect(connection.button("models.model.testOf", { name: "cloud-model" })).toBeVisible();
  // The only model writes.
  await expect(page.getByRole("list", { name: ui.t("models.role.of.best") })).toContainText("cloud-model");
});

test("a connection and its model are changed and removed", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  watch.expect(422, /\/check$/);
  await openModels({ ui, api, language });
  await connectProvider({ ui, page }, local.url);

  await ui.button("models.model.editOf", { name: "cloud-model" }).click();
  const dialog = ui.in(page.getByRole("dialog"));
  await dialog.field("models.model.field.label").fill("Ours");
  await dialog.field("models.model.field.input_usd").fill("2.5");
  await dialog.field("models.model.field.context_tokens").fill("8000");
  await dialog.button("models.model.save").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("8,000")).toBeVisible();
  await expect(ui.button("models.model.editOf", { name: "Ours" })).toBeFocused();

  await ui.button("models.connection.editOf", { name: "127.0.0.1" }).click();
  await dialog.field("models.connection.name").fill("Cloud");
  const address = dialog.field("models.connection.url");
  await address.fill("http://127.0.0.1:9/v1");
  await dialog.button("models.connection.save").click();
  // The key belongs to the old host.
  const key = page.getByRole("dialog").locator("input[name=key]");
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await key.fill(KEY);
  await dialog.button("models.connection.save").click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.button("models.connection.unchecked")).toBeVisible();
  await address.fill(`${local.url}/v1`);
  await dialog.button("models.connection.save").click();
  await expect(page.getByRole("region", { name: "Cloud" })).toBeVisible();

  await ui.button("models.connection.deleteOf", { name: "Cloud" }).click();
  await dialog.button("models.connection.delete").click();
  await expect(ui.heading("models.empty.title")).toBeVisible();
});

test("a tool gets another role, a plan a budget, and the usage is reported", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  await openModels({ ui, api, language });
  await expect(ui.text("models.usage.none")).toBeVisible();
  await connectProvider({ ui, page }, local.url);
  // The test of the new model is a call.
  await expect(ui.text("models.usage.zero.cost_usd")).toBeVisible();
  const usage = ui.in(ui.region("models.usage.title"));
  await usage.combobox("models.usage.measure").click();
  await page.getByRole("option", { name: ui.t("models.usage.measures.calls") }).click();
  const chart = page.getByRole("slider", { name: ui.t("models.usage.measures.calls") });
  await expect(chart).toBeVisible();
  await chart.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 1$/);
  await expect(ui.region("models.usage.title").getByRole("rowheader").last()).toContainText(
    ui.t("models.usage.tests"),
  );
  await usage.combobox("models.usage.part").click();
  await page.getByRole("option", { name: ui.t("models.usage.parts.models") }).click();
  await expect(ui.region("models.usage.title").getByRole("rowheader").last()).toContainText("cloud-model");
  await usage.field("models.usage.to").fill("2020-01-31");
  await expect(ui.text("models.usage.none")).toBeVisible();

  await ui.button("models.tool.add").click();
  const dialog = ui.in(page.getByRole("dialog"));
  await dialog.button("models.tool.save").click();
  await expect(dialog.text("models.tool.choose")).toBeVisible();
  await dialog.combobox("models.tool.tool").fill("Facebook");
  const option = page.getByRole("option").first();
  const name = (await option.textContent()) ?? "";
  await option.click();
  await dialog.button("models.tool.save").click();
  await expect(ui.combobox("models.tool.roleOf", { name })).toHaveValue(ui.t("models.role.of.quick"));
  await ui.button("models.tool.resetOf", { name }).click();
  await expect(ui.text("models.tool.none")).toBeVisible();
  await expect(ui.button("models.tool.add")).toBeFocused();

  const budget = ui.in(ui.region("models.budget.title"));
  watch.expect(422, /\/budgets$/);
  const all = budget.field("models.budget.all");
  await all.fill("-5");
  await budget.button("models.budget.save").click();
  await expect(all).toHaveAttribute("aria-invalid", "true");
  await expect(all).toHaveValue("-5");
  await all.fill("");
  await budget.field("models.budget.plan", { plan: "Pro" }).fill("12.50");
  await budget.button("models.budget.save").click();
  await expect(page.getByText(/of \$12\.50/)).toBeVisible();
});

test("a user connects an own model, which writes until it is removed", async ({
  ui,
  api,
  language,
  local,
  watch,
  page,
}) => {
  watch.expect(422, /\/check$/);
  await enterAsAdministrator(api, language);
  const { data: plans } = await api.get("/api/admin/products");
  const free = plans.find(({ id }: { id: number }) => id === 0);
  await api.put("/api/admin/products/0", { ...free, own_model: true });
  await ui.open("settingsModel");
  await ui.button("settings.model.connect").click();
  const dialog = ui.in(page.getByRole("dialog"));
  const address = dialog.field("models.connection.url");
  await address.fill("http://10.0.0.1/v1");
  await dialog.button("models.connection.next").click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await chooseModel({ ui, page }, local.url);
  await dialog.button("settings.model.save").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("cloud-model", { exact: true })).toBeVisible();

  const written = await ui.runExample("facebook-post");
  await expect(written).toContainText("A website is always open.");

  await ui.open("settingsModel");
  await ui.button("settings.model.remove").click();
  await dialog.button("settings.model.remove").click();
  await expect(ui.button("settings.model.connect")).toBeVisible();
});
