// The files that the browser loads for common first pages. The server lists these files in the page, so that they
// load in parallel instead of one after the other; `size.mjs` measures them.
import { readFileSync } from "node:fs";
import path from "node:path";

/** The sources of a page besides the entry, and its texts. A browser test compares them with `app/src/app/routes.tsx`. */
const FIRST_VISITS = {
  login: { sources: ["src/features/accounts/login-page.tsx"], texts: ["shell", "accounts"] },
  tools: {
    sources: ["src/app/app-layout.tsx", "src/features/tools/catalogue-page.tsx"],
    texts: ["shell", "layout", "notifications", "tools"],
  },
};
const ENTRY = "index.html";

const readManifest = (bundle) =>
  JSON.parse(readFileSync(path.join(bundle, "web/.vite/manifest.json"), "utf8"));

/** The scripts of a source file, including its static imports. */
function scriptsOf(manifest, source, seen = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  if (chunk.file.endsWith(".js")) seen.add(chunk.file);
  for (const next of chunk.imports ?? []) scriptsOf(manifest, next, seen);
  return seen;
}

/** The scripts of a page of the docs in a language besides the entry's: every page of the docs may be the first. */
export function docsVisit(bundle, language, name) {
  const manifest = readManifest(bundle);
  const entry = scriptsOf(manifest, ENTRY);
  const all = new Set();
  // A virtual module is named by its path relative to the working directory of the build.
  const made = (module) =>
    Object.keys(manifest).find((key) => key.endsWith(`virtual:docs/${module}`)) ?? module;
  for (const source of [
    "src/app/minimal-layout.tsx",
    "src/features/docs/docs.ts",
    "src/features/docs/docs-page.tsx",
    made(`contents/${language}`),
    made(`page/${language}/${name}`),
    ...["shell", "layout", "docs"].map((texts) => `src/i18n/${language}/${texts}.json`),
  ])
    scriptsOf(manifest, source, all);
  return [...all].filter((file) => !entry.has(file));
}

/** Page → language → the scripts it loads, possibly including the entry's. */
export function firstVisits(bundle, { withEntry }) {
  const manifest = readManifest(bundle);
  const entry = scriptsOf(manifest, ENTRY);
  const files = ({ sources, texts }, language) => {
    const all = new Set(entry);
    for (const source of sources) scriptsOf(manifest, source, all);
    for (const name of texts) scriptsOf(manifest, `src/i18n/${language}/${name}.json`, all);
    return [...all].filter((file) => withEntry || !entry.has(file));
  };
  return Object.fromEntries(
    Object.entries(FIRST_VISITS).map(([page, visit]) => [
      page,
      { en: files(visit, "en"), pl: files(visit, "pl") },
    ]),
  );
}
