// Writes the addresses of the shell: into the bundle for the server, or into ROUTES.md (--document).
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runnerImport } from "vite";
import { firstVisits } from "./first-visits.mjs";
import { openings } from "./openings.mjs";

const root = path.resolve(import.meta.dirname, "../..");

const readRoutes = async () =>
  (await runnerImport(path.join(root, "web-shell/app/src/route-table.ts"), { configFile: false })).module;

/** The server serves a page at an address only if it is listed here. */
export async function writeRoutes(bundle) {
  const { routeTable } = await readRoutes();
  const files = firstVisits(bundle, { withEntry: false });
  const table = routeTable();
  const opening = await openings([...new Set(table.map(({ page }) => page))]);
  const routes = table.map((route) =>
    route.alias ? route : { ...route, files: files[route.page], ...opening[route.page] },
  );
  mkdirSync(bundle, { recursive: true });
  writeFileSync(path.join(bundle, "routes.json"), JSON.stringify(routes));
}

if (process.argv.includes("--document")) {
  const { routesDocument } = await readRoutes();
  writeFileSync(path.join(root, "web-shell/ROUTES.md"), routesDocument());
}
