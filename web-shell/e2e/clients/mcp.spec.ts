import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "@playwright/test";
import { newAccount } from "../src/account.ts";
import { Sitewright } from "../src/sitewright.ts";

/** The official SDK of the Model Context Protocol, as agents use it. */
let server: Sitewright;
let token: string;
let key: string;

/** The secret of a new key with these scopes. */
async function newKey(scopes: string[]): Promise<string> {
  const made = await fetch(`${server.url}/api/keys`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Agent", scopes }),
  });
  const answer = await made.json();
  expect(made.status, JSON.stringify(answer)).toBe(201);
  return answer.secret;
}

test.beforeAll(async () => {
  server = await Sitewright.start();
  ({ token } = await newAccount(server));
  key = await newKey(["tools:read", "runs:write", "runs:read", "documents:read"]);
});
test.afterAll(() => server.stop());

async function connect(secret = key): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  });
  await client.connect(transport);
  return client;
}

test("q6: an agent finds the tools, runs one, and is notified of the draft", async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(inputSchema.type, name).toBe("object");
    expect(outputSchema?.type, name).toBe("object");
  }
  // The SDK compares the result with the tool's output schema.
  const result = await client.callTool({
    name: "facebook-post",
    arguments: { topic: "Rye bread", language: "en", variants: 1 },
  });
  const content = result.content as { type: string; text: string }[];
  expect(result.isError, JSON.stringify(content)).toBeFalsy();
  expect(content[0]?.text).not.toContain("This is a draft");
  expect(content[1]?.text).toContain("This is a draft");
  expect(result.structuredContent).toMatchObject({ drafted: true });
  expect(result._meta?.["sitewright/run"]).toMatchObject({ drafted: true, words: 0 });

  const { resources } = await client.listResources();
  const read = await client.readResource({ uri: resources[0]?.uri ?? "" });
  expect(read.contents).toHaveLength(1);
  await client.close();
});

test("an agent with a key for shops finds their tools, and those that write are marked", async () => {
  const client = await connect(await newKey(["shops:read", "shops:write"]));
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  expect(writing).toEqual(["write-shop-changes", "undo-shop-changes"]);
  // The SDK compares the result with the tool's output schema.
  const shops = await client.callTool({ name: "list-shops", arguments: {} });
  expect(shops.structuredContent).toMatchObject({ data: [], total: 0 });
  const unknown = await client.callTool({ name: "get-shop-findings", arguments: { shop: "none" } });
  expect(unknown.isError).toBe(true);
  await client.close();
});

test("the errors of a call are reported", async () => {
  const client = await connect();
  const wrong = await client.callTool({ name: "facebook-post", arguments: {} });
  expect(wrong.isError).toBe(true);
  await expect(client.callTool({ name: "no-such-tool", arguments: {} })).rejects.toThrow(/no-such-tool/);
  await client.close();
});

test("an invalid key is refused", async () => {
  await expect(connect("sw_wrong")).rejects.toThrow(/401|Unauthorized/i);
});

test("q6: invalid JSON is answered with an id of null", async () => {
  const answer = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: "{",
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
});
