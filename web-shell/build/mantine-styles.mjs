// The styles of the Mantine components that the product uses, in the order of the library's own file: it contains those of
// all components, and a page waits for its styles.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const ID = "virtual:mantine-styles.css";
const root = path.resolve(import.meta.dirname, "../..");
const library = path.resolve(createRequire(import.meta.url).resolve("@mantine/core/styles.css"), "..");
const components = path.join(library, "esm/components");
/** Sources of the shell and of the modules, which use the components of the shell. */
const SOURCES = ["web-shell/app/src", "web-shell/sdk/src", "web-shell/ui/src", "web-plugins"];
/** Another package of the library, which uses its components. */
const NOTIFICATIONS = path.join(library, "../notifications/esm");
/** Styles of the page, which come first, and of what components share. */
const BASE = ["baseline", "default-css-variables", "global"];
const SHARED = ["InlineInput"];

const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && ending.test(file.name) && !file.parentPath.includes("node_modules"))
    .map((file) => path.join(file.parentPath, file.name));

const libraryFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => path.join(folder, file));

/** The components that sources import by name, and those that these use. */
function usedComponents() {
  const seen = new Set();
  const add = (name) => {
    const folder = path.join(components, name);
    if (!name || seen.has(name) || !existsSync(folder)) return;
    seen.add(name);
    for (const file of libraryFiles(folder))
      for (const [, next] of readFileSync(file, "utf8").matchAll(/"(?:\.\.\/)+(\w+)\//g)) add(next);
  };
  const sources = SOURCES.flatMap((source) => filesIn(path.join(root, source), /\.tsx?$/));
  for (const file of [...sources, ...libraryFiles(NOTIFICATIONS)])
    for (const [, names] of readFileSync(file, "utf8").matchAll(
      /(?:im|ex)port \{([^}]*)\} from "@mantine\/core"/g,
    ))
      for (const name of names.split(",")) add(name.replace(/\bas\b.*/, "").trim());
  return seen;
}

/** The styles of these components in the library's order: by the place of their first class. */
export function usedStyles() {
  const all = readFileSync(path.join(library, "styles.css"), "utf8");
  const used = usedComponents();
  const isUsed = (name) =>
    used.has(name) ||
    SHARED.includes(name) ||
    [...used].some((each) => existsSync(path.join(components, each, name)));
  const placed = readdirSync(path.join(library, "styles"))
    .filter((file) => file.endsWith(".css") && !file.endsWith(".layer.css"))
    .map((file) => file.slice(0, -".css".length))
    .filter((name) => BASE.includes(name) || isUsed(name))
    .map((name) => {
      const text = readFileSync(path.join(library, "styles", `${name}.css`), "utf8");
      const at = BASE.includes(name)
        ? BASE.indexOf(name) - BASE.length
        : all.indexOf(text.match(/\.m_\w+/)?.[0] ?? "\0");
      if (at === -1 && !BASE.includes(name))
        throw new Error(`The styles of ${name} are not in @mantine/core/styles.css`);
      return { name, text, at };
    });
  return placed.sort((a, b) => a.at - b.at);
}

export const mantineStyles = {
  name: "mantine-styles",
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) =>
    id === `\0${ID}`
      ? usedStyles()
          .map(({ text }) => text)
          .join("\n")
      : undefined,
};
