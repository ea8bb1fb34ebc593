import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { install } from "./packages.ts";
import type { Sitewright } from "./sitewright.ts";

/** The publisher of the pages in these tests. */
export const PUBLISHER = "acme";

let made = 0;

/** A name that no other test gives its plugin. */
const pageId = () => {
  made += 1;
  return `page-${process.pid}-${made}-${Date.now()}`;
};

/**
 * Installs a tool with a page of its own, as `plugin new` writes it, for the administrator who is signed in. With `script`
 * that is all its page does.
 */
export async function installPage(context: BrowserContext, server: Sitewright, script?: string) {
  const folder = await mkdtemp(join(tmpdir(), "sitewright-page-"));
  const id = pageId();
  try {
    const source = join(folder, id);
    const output = join(folder, "out.plugin");
    await server.command("plugin", "new", id, "--kind", "page", "--publisher", PUBLISHER, "--dir", source);
    if (script !== undefined) await writeFile(join(source, "ui/tool.js"), script);
    await server.command("plugin", "pack", source, "--output", output);
    const digest = await install(context, server, await readFile(output));
    return { id, digest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
