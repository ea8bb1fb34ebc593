// Prints, as JSON, how much JavaScript a first visit fetches over the wire, and fails above the bars.
// A route's share is what Vite's manifest says it imports: the entry, the route, and the texts of one
// language, each with everything it imports statically. Measured as served: the .br beside the file.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const bundle = path.resolve(import.meta.dirname, "../../target/bundle");
const ROUTE_BAR_KB = 220;
const MODULE_BAR_KB = 16;

const wireBytes = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
const kilobytes = (bytes) => Math.round(bytes / 102.4) / 10;

const manifest = JSON.parse(readFileSync(path.join(bundle, "web/.vite/manifest.json"), "utf8"));

function filesOf(source, seen = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  if (chunk.file.endsWith(".js")) seen.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

function routeKilobytes(sources) {
  const files = new Set(["before-paint.js"]);
  for (const source of sources) filesOf(source, files);
  return kilobytes([...files].reduce((sum, file) => sum + wireBytes(path.join(bundle, "web", file)), 0));
}

/** All the JavaScript a module adds, both languages' texts included. */
function moduleKilobytes(name) {
  const folder = path.join(bundle, "modules", name);
  const scripts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  return kilobytes(scripts.reduce((sum, file) => sum + wireBytes(path.join(folder, file)), 0));
}

const texts = (...names) => names.map((name) => `src/i18n/en/${name}.json`);
const routes = {
  login: routeKilobytes([
    "index.html",
    "src/features/accounts/login-page.tsx",
    ...texts("shell", "accounts"),
  ]),
  tools: routeKilobytes([
    "index.html",
    "src/app/app-layout.tsx",
    "src/features/tools/catalogue-page.tsx",
    ...texts("shell", "layout", "notifications", "tools"),
  ]),
};
const modules = Object.fromEntries(
  readdirSync(path.join(bundle, "modules")).map((name) => [name, moduleKilobytes(name)]),
);

const report = {
  shell_first_route_kb: Math.max(...Object.values(routes)),
  module_kb: Math.max(...Object.values(modules)),
  routes,
  modules,
};
console.log(JSON.stringify(report, null, 2));

const tooBig = report.shell_first_route_kb > ROUTE_BAR_KB || report.module_kb > MODULE_BAR_KB;
if (tooBig)
  console.error(`Over the bar: ${ROUTE_BAR_KB} KB for a first route, ${MODULE_BAR_KB} KB for a module.`);
process.exit(tooBig ? 1 : 0);
