// Prints, as JSON, the size of the JavaScript that a first visit transfers, and fails above the limits.
// The size of a route follows Vite's manifest: the entry, the route, and the texts of one
// language, each with its static imports. Measured as served: the .br beside the file.
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { firstVisits } from "./first-visits.mjs";

const bundle = path.resolve(import.meta.dirname, "../../target/bundle");
const ROUTE_BAR_KB = 200;
/** Pages that most visits begin with. */
const FIRST_PAGES = ["login", "dashboard", "tools"];
const MODULE_BAR_KB = 16;

const wireBytes = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
const kilobytes = (bytes) => Math.round(bytes / 102.4) / 10;

function routeKilobytes(files) {
  return kilobytes(
    ["before-paint.js", ...files.filter((file) => file.endsWith(".js"))].reduce(
      (sum, file) => sum + wireBytes(path.join(bundle, "web", file)),
      0,
    ),
  );
}

/** All JavaScript of a module, including the texts of both languages. */
function moduleKilobytes(name) {
  const folder = path.join(bundle, "modules", name);
  const scripts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  return kilobytes(scripts.reduce((sum, file) => sum + wireBytes(path.join(folder, file)), 0));
}

const routes = Object.fromEntries(
  Object.entries(firstVisits(bundle, { withEntry: true })).map(([page, { en }]) => [
    page,
    routeKilobytes(en),
  ]),
);
const modules = Object.fromEntries(
  readdirSync(path.join(bundle, "modules")).map((name) => [name, moduleKilobytes(name)]),
);

const report = {
  shell_first_route_kb: Math.max(...FIRST_PAGES.map((page) => routes[page])),
  module_kb: Math.max(...Object.values(modules)),
  routes,
  modules,
};
console.log(JSON.stringify(report, null, 2));

const tooBig = report.shell_first_route_kb > ROUTE_BAR_KB || report.module_kb > MODULE_BAR_KB;
if (tooBig)
  console.error(`Over the limit: ${ROUTE_BAR_KB} KB for a first route, ${MODULE_BAR_KB} KB for a module.`);
process.exit(tooBig ? 1 : 0);
