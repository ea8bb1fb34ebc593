// The files that the browser loads for a first page. The server lists these files in the page, so that they
// load in parallel instead of one after the other; `size.mjs` measures them.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const app = path.resolve(import.meta.dirname, "../app");

/** The texts of a layout, by the prefix of its addresses. */
const FRAME = { source: "src/app/app-layout.tsx", texts: ["layout", "notifications"] };

/** A name that `routes.tsx` gives to an import of a chunk. */
const CHUNK = /const (\w+) = \(\) => import\("([^"]+)"\)/g;
const PAGE = /page\(\s*"(\w+)",\s*(\[[^\]]*\]|\w+),\s*(?:\(\) => import\("([^"]+)"\)|part\((\w+))/g;
const LIST = /const (\w+) = (\["[^\]]*\]);/g;

/** The sources of every page besides the entry, and its texts, as `routes.tsx` lists them. */
function visits() {
  const code = readFileSync(path.join(app, "src/app/routes.tsx"), "utf8");
  const chunks = Object.fromEntries([...code.matchAll(CHUNK)].map(([, name, file]) => [name, file]));
  const lists = Object.fromEntries([...code.matchAll(LIST)].map(([, name, list]) => [name, list]));
  const sourceOf = (file) => {
    const source = path.join("src/app", file);
    return existsSync(path.join(app, `${source}.tsx`)) ? `${source}.tsx` : `${source}.ts`;
  };
  const framed = code.indexOf("const blankPages");
  return Object.fromEntries(
    [...code.matchAll(PAGE)].map(({ 1: page, 2: list, 3: file, 4: chunk, index }) => {
      const isFramed = index < framed;
      const texts = JSON.parse((lists[list] ?? list).replace(/,\s*\]/, "]"));
      return [
        page,
        {
          sources: [...(isFramed ? [FRAME.source] : []), sourceOf(file ?? chunks[chunk])],
          texts: [...new Set(["shell", ...(isFramed ? FRAME.texts : []), ...texts])],
        },
      ];
    }),
  );
}
const ENTRY = "index.html";

const readManifest = (bundle) =>
  JSON.parse(readFileSync(path.join(bundle, "web/.vite/manifest.json"), "utf8"));

/** The chunk of a source file. One that other chunks import too is listed under its name only. */
function chunkOf(manifest, source) {
  const isNamed = ([key]) => key.startsWith(`_${path.parse(source).name}-`);
  return manifest[source] ?? Object.entries(manifest).find(isNamed)?.[1];
}

/** The scripts and styles of a source file, including its static imports. */
function filesOf(manifest, source, seen = new Set()) {
  const chunk = chunkOf(manifest, source);
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  if (chunk.file.endsWith(".js")) seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, seen);
  return seen;
}

/** Page → language → the scripts and styles it loads, possibly including the entry's. */
export function firstVisits(bundle, { withEntry }) {
  const manifest = readManifest(bundle);
  const entry = filesOf(manifest, ENTRY);
  const files = ({ sources, texts }, language) => {
    const all = new Set(entry);
    for (const source of sources) filesOf(manifest, source, all);
    for (const name of texts) filesOf(manifest, `src/i18n/${language}/${name}.json`, all);
    return [...all].filter((file) => withEntry || !entry.has(file));
  };
  return Object.fromEntries(
    Object.entries(visits()).map(([page, visit]) => [
      page,
      { en: files(visit, "en"), pl: files(visit, "pl") },
    ]),
  );
}
