import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "./api.ts";
import { root, target } from "./browser.ts";
import type { Sitewright } from "./sitewright.ts";

const TOOL = "text-summary";

/** A name that no other test uses for its plugin. */
export const pluginId = () => `summary-${process.pid}-${Date.now()}`;

/** A package of the summary with another id, optionally by another publisher, and signed if there is a key. */
export async function packed(
  server: Sitewright,
  id: string,
  version: string,
  by?: { publisher: string; key?: string },
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "sitewright-plugin-"));
  try {
    await cp(root(`plugins/${TOOL}`), folder, { recursive: true });
    const manifest = join(folder, "plugin.toml");
    const text = await readFile(manifest, "utf8");
    const ours = text
      .replace(/^id = .*$/m, `id = "${id}"`)
      .replace(/^version = .*$/m, `version = "${version}"`)
      .replace(/^publisher = .*$/m, (line) => (by ? `publisher = "${by.publisher}"` : line));
    await writeFile(manifest, ours);
    const output = join(folder, "out.plugin");
    const component = target(`bundle/plugins/${TOOL}/component.wasm`);
    const options = ["--component", component, "--license", root("LICENSE-MIT"), "--output", output];
    await server.command("plugin", "pack", folder, ...options);
    if (by?.key) await server.command("plugin", "sign", output, "--key", by.key);
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs a package for the signed-in administrator only, since other tests count the tools. */
export async function install(api: Api, data: Buffer): Promise<string> {
  return (await api.post("/api/admin/plugins?stage=me", data)).digest;
}
