import type { BrowserContext } from "@playwright/test";
import { install, packed, pluginId } from "./packages.ts";
import { csrfHeaders } from "./person.ts";
import type { Sitewright } from "./sitewright.ts";

let made = 0;

/** A name that no other test gives its publisher, and that looks like none of theirs. */
export function publisherId() {
  made += 1;
  return `acme-${process.pid}-${String(made).padStart(3, "0")}`;
}

/** Makes a publisher of whoever is signed in, without the screen. */
export async function becomePublisher(context: BrowserContext, server: Sitewright): Promise<string> {
  const id = publisherId();
  const answer = await context.request.post(`${server.url}/api/publisher`, {
    headers: await csrfHeaders(context, server.url),
    data: { id, name: id, contact: "hello@acme.example", country: "PL", terms: 1 },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  return id;
}

/** Sends a package as the publisher who is signed in; returns the id of the report. */
export async function send(context: BrowserContext, server: Sitewright, data: Buffer): Promise<string> {
  const headers = { ...(await csrfHeaders(context, server.url)), "Content-Type": "application/octet-stream" };
  const answer = await context.request.post(`${server.url}/api/publisher/packages`, { headers, data });
  if (answer.status() !== 201) throw new Error(await answer.text());
  return (await answer.json()).id;
}

/** A good package of a new publisher, which was submitted where that is wanted. */
export async function sent(context: BrowserContext, server: Sitewright, submits = false): Promise<string> {
  const publisher = await becomePublisher(context, server);
  const id = await send(context, server, await packed(server, pluginId(), "1.0.0", { publisher }));
  if (submits) {
    const answer = await context.request.post(`${server.url}/api/publisher/packages/${id}/submit`, {
      headers: await csrfHeaders(context, server.url),
      data: { note: "The first one." },
    });
    if (answer.status() !== 200) throw new Error(await answer.text());
  }
  return id;
}

/**
 * Installs a plugin that no list shows, as the administrator who is signed in. At first it serves them alone: other tests
 * count the tools.
 */
export async function unlisted(
  context: BrowserContext,
  server: Sitewright,
  publisher: string,
): Promise<string> {
  const id = pluginId();
  const digest = await install(context, server, await packed(server, id, "1.0.0", { publisher }));
  const headers = await csrfHeaders(context, server.url);
  const plugin = `${server.url}/api/admin/plugins/${id}`;
  for (const answer of [
    await context.request.put(`${plugin}/listing`, { headers, data: { listed: false } }),
    await context.request.post(`${plugin}/release`, { headers, data: { digest, stage: "all" } }),
  ])
    if (!answer.ok()) throw new Error(await answer.text());
  return id;
}
