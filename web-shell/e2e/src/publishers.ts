import type { Api } from "./api.ts";
import { install, packed, pluginId } from "./packages.ts";

let made = 0;

/** A name that no other test uses for its publisher, and that is not similar to another one. */
export function publisherId() {
  made += 1;
  return `acme-${process.pid}-${String(made).padStart(3, "0")}`;
}

/** Registers the signed-in user as a publisher, without the screen. */
export async function becomePublisher(api: Api): Promise<string> {
  const id = publisherId();
  await api.post("/api/publisher", { id, name: id, contact: "hello@acme.example", country: "PL", terms: 1 });
  return id;
}

/** Uploads a package as the signed-in publisher; returns the id of the report. */
export const send = async (api: Api, data: Buffer): Promise<string> =>
  (await api.post("/api/publisher/packages", data)).id;

/** A valid package of a new publisher, optionally submitted. */
export async function sent(api: Api, submits = false): Promise<string> {
  const publisher = await becomePublisher(api);
  const id = await send(api, await packed(api.server, pluginId(), "1.0.0", { publisher }));
  if (submits) await api.post(`/api/publisher/packages/${id}/submit`, { note: "The first one." });
  return id;
}

/**
 * Installs an unlisted plugin as the signed-in administrator. At first it serves only them, since other tests
 * count the tools.
 */
export async function unlisted(api: Api, publisher: string): Promise<string> {
  const id = pluginId();
  const digest = await install(api, await packed(api.server, id, "1.0.0", { publisher }));
  await api.put(`/api/admin/plugins/${id}/listing`, { listed: false });
  await api.post(`/api/admin/plugins/${id}/release`, { digest, stage: "all" });
  return id;
}
