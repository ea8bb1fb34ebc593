// Builds everything the browser gets into target/bundle: the shell, every UI module, the page to try
// the API; and compresses files, so that the server only has to choose an encoding.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { copyApiDocs } from "./api-docs.mjs";
import { compress } from "./compress.mjs";
import { writeRoutes } from "./routes.mjs";
import { buildSite } from "./site.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const bundle = path.join(root, "target/bundle");

const modules = readdirSync(path.join(root, "web-plugins")).filter((name) =>
  existsSync(path.join(root, "web-plugins", name, "vite.config.ts")),
);

await build({ root: path.join(root, "web-shell/app"), logLevel: "warn" });
copyApiDocs(path.join(bundle, "web/api-docs"));
await writeRoutes(bundle);
await buildSite(bundle);

mkdirSync(path.join(bundle, "modules"), { recursive: true });
for (const old of readdirSync(path.join(bundle, "modules"))) {
  if (!modules.includes(old)) rmSync(path.join(bundle, "modules", old), { recursive: true });
}
// The federation plugin keeps state between builds, so each module is built in a separate process.
for (const name of modules) {
  const folder = path.join(root, "web-plugins", name);
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const { status } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
await compress([path.join(bundle, "web"), path.join(bundle, "modules")]);
console.log(`Built the shell and ${modules.length} UI module(s): ${modules.join(", ")}`);
