import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { federation } from "@module-federation/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimContainer } from "./container.mjs";

/** The packages that the shell shares with every module at run time. Nothing else is shared, on purpose. */
const SHARED = ["react", "react/jsx-runtime", "@sitewright/ui", "@sitewright/sdk"];

/** The texts of a module's sources. */
const sourcesOf = (folder) =>
  readdirSync(path.join(folder, "src"), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(path.join(folder, "src", name), "utf8"));

/**
 * A module fetches every share in its list before it runs, used or not, so the list contains only
 * what its sources import.
 */
function sharesOf(sources) {
  const used = SHARED.filter(
    (name) => name === "react/jsx-runtime" || sources.some((text) => text.includes(`"${name}"`)),
  );
  return Object.fromEntries(
    used.map((name) => [name, { singleton: true, import: false, requiredVersion: "*" }]),
  );
}

/** The Vite settings of a UI module: `export default uiModule(import.meta.dirname)`. */
export function uiModule(folder) {
  const name = path.basename(folder);
  const entry = path.join(folder, "src/Tool.tsx");
  const sources = sourcesOf(folder);
  const shared = sharesOf(sources);
  return defineConfig({
    root: folder,
    base: "./",
    build: {
      outDir: path.resolve(folder, "../../target/bundle/modules", name),
      emptyOutDir: true,
      target: "es2022",
      rolldownOptions: { input: entry },
    },
    plugins: [
      slimContainer({ entry, shares: Object.keys(shared), sources }),
      react(),
      federation({
        name: name.replaceAll("-", "_"),
        filename: "remoteEntry-[hash].js",
        manifest: true,
        dts: false,
        exposes: { "./Tool": "./src/Tool.tsx" },
        shared,
      }),
    ],
  });
}
