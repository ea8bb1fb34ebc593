import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "./api.ts";
import { install } from "./packages.ts";
import type { Sitewright } from "./sitewright.ts";

/** The publisher of the pages in these tests. */
export const PUBLISHER = "acme";

let made = 0;

/** A name that no other test uses for its plugin. */
const pageId = () => {
  made += 1;
  return `page-${process.pid}-${made}-${Date.now()}`;
};

type New = { id: string; kind?: "page" | "template"; version?: string; script?: string };

/** A package of the `plugin new` template; `script` replaces the script of its page. */
async function packNew(server: Sitewright, { id, kind = "page", version = "0.1.0", script }: New) {
  const folder = await mkdtemp(join(tmpdir(), "sitewright-page-"));
  try {
    const source = join(folder, id);
    const output = join(folder, "out.plugin");
    await server.command("plugin", "new", id, "--kind", kind, "--publisher", PUBLISHER, "--dir", source);
    if (script !== undefined) await writeFile(join(source, "ui/tool.js"), script);
    const manifest = join(source, "plugin.toml");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace(/^version = .*$/m, `version = "${version}"`));
    await server.command("plugin", "pack", source, "--output", output);
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Installs a tool with a custom page, from the `plugin new` template, as the signed-in administrator. `script` replaces
 * the script of its page.
 */
export async function installPage(api: Api, script?: string) {
  const id = pageId();
  const digest = await install(api, await packNew(api.server, { id, script }));
  return { id, digest };
}

/** A development version, as `plugin dev` sends it. */
export function workOn(api: Api, kind: "page" | "template") {
  const id = pageId();
  const path = "/api/development/plugins";
  const send = async (version: string) => api.post(path, await packNew(api.server, { id, kind, version }));
  const fail = (...mistakes: string[]) => api.put(`${path}/${id}/mistakes`, { mistakes });
  return { id, send, fail };
}
