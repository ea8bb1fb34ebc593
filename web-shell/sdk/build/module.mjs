import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { federation } from "@module-federation/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What the shell hands to every module at run time. Nothing else is shared, on purpose. */
const SHARED = ["react", "react/jsx-runtime", "@sitewright/ui", "@sitewright/sdk"];

const sourcesOf = (folder) =>
  readdirSync(path.join(folder, "src"), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => path.join(folder, "src", name));

/**
 * Has every source parsed before the entry. The federation plugin hands out only the exports of a share
 * that it saw imported until nothing was parsed for 10 ms; on a busy machine that is too early, and
 * the build fails with "Missing export". It always waits for the entry, so the entry comes last.
 */
function sourcesBeforeEntry(folder, entry) {
  return {
    name: "sitewright:sources-before-entry",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (id !== entry) return;
      const others = sourcesOf(folder).filter((file) => file !== entry);
      await Promise.all(others.map((file) => this.load({ id: file })));
    },
  };
}

/**
 * A module fetches every share in its list before it runs, used or not; so only what its
 * sources really import goes on the list.
 */
function sharesOf(folder) {
  const sources = sourcesOf(folder)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const used = SHARED.filter((name) => name === "react/jsx-runtime" || sources.includes(`"${name}"`));
  return Object.fromEntries(
    used.map((name) => [name, { singleton: true, import: false, requiredVersion: "*" }]),
  );
}

/** The Vite settings of a UI module: `export default uiModule(import.meta.dirname)`. */
export function uiModule(folder) {
  const name = path.basename(folder);
  const entry = path.join(folder, "src/Tool.tsx");
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
      sourcesBeforeEntry(folder, entry),
      react(),
      federation({
        name: name.replaceAll("-", "_"),
        filename: "remoteEntry-[hash].js",
        manifest: true,
        dts: false,
        exposes: { "./Tool": "./src/Tool.tsx" },
        shared: sharesOf(folder),
        experiments: { externalRuntime: true },
      }),
    ],
  });
}
