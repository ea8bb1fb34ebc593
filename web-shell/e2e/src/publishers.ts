import type { Api } from "./api.ts";
import { install, packed, pluginId } from "./packages.ts";

let made = 0;

/** A name that no other test gives its publisher, and that looks like none of theirs. */
export function publisherId() {
  made += 1;
  return `acme-${process.pid}-${String(made).padStart(3, "0")}`;
}

/** Makes a publisher of whoever is signed in, without the screen. */
export async function becomePublisher(api: Api): Promise<string> {
  const id = publisherId();
  await api.post("/api/publisher", { id, name: id, contact: "hello@acme.example", country: "PL", terms: 1 });
  return id;
}

/** Sends a package as the publisher who is signed in; returns the id of the report. */
export const send = async (api: Api, data: Buffer): Promise<string> =>
  (await api.post("/api/publisher/packages", data)).id;

/** A good package of a new publisher, which was submitted where that is wanted. */
export async function sent(api: Api, submits = false): Promise<string> {
  const publisher = await becomePublisher(api);
  const id = await send(api, await packed(api.server, pluginId(), "1.0.0", { publisher }));
  if (submits) await api.post(`/api/publisher/packages/${id}/submit`, { note: "The first one." });
  return id;
}

/**
 * Installs a plugin that no list shows, as the administrator who is signed in. At first it serves them alone: other tests
 * count the tools.
 */
export async function unlisted(api: Api, publisher: string): Promise<string> {
  const id = pluginId();
  const digest = await install(api, await packed(api.server, id, "1.0.0", { publisher }));
  await api.put(`/api/admin/plugins/${id}/listing`, { listed: false });
  await api.post(`/api/admin/plugins/${id}/release`, { digest, stage: "all" });
  return id;
}
