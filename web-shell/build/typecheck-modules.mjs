// Type-checks every UI module; a new module needs no registration.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const tsc = path.join(root, "node_modules/typescript/bin/tsc");
let failed = false;
for (const name of readdirSync(path.join(root, "web-plugins"))) {
  const folder = path.join(root, "web-plugins", name);
  if (!existsSync(path.join(folder, "tsconfig.json"))) continue;
  failed = spawnSync(process.execPath, [tsc, "-p", folder], { stdio: "inherit" }).status !== 0 || failed;
}
process.exit(failed ? 1 : 0);
