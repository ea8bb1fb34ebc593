import type { BrowserContext } from "@playwright/test";
import { packed, pluginId } from "./packages.ts";
import { csrfHeaders } from "./person.ts";
import type { Sitewright } from "./sitewright.ts";

let made = 0;

/** A name that no other test gives its publisher. */
export function publisherId() {
  made += 1;
  return `acme-${process.pid}-${made}`;
}

/** Makes a publisher of whoever is signed in, without the screen. */
export async function becomePublisher(context: BrowserContext, server: Sitewright): Promise<string> {
  const id = publisherId();
  const answer = await context.request.post(`${server.url}/api/publisher`, {
    headers: await csrfHeaders(context, server.url),
    data: { id, name: "Acme", contact: "hello@acme.example", country: "PL", terms: 1 },
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
