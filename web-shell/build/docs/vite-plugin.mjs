// Provides the docs as modules: the contents in a language, each page, and the search index.
//
//   virtual:docs/contents/en      sections and the titles of their pages
//   virtual:docs/page/en/NAME     HTML, sections
//   virtual:docs/search/en        every section with its text
//   virtual:docs/pages            a loader of each page
import { isHelp, LANGUAGES, pageNames, readContents, readPage, searchable } from "./pages.mjs";
import { pictureFile } from "./pictures.mjs";

const PREFIX = "virtual:docs/";
const exported = (value) => `export default ${JSON.stringify(value)};`;

function contents(language, notice) {
  return readContents().map(({ id, title, pages }) => ({
    id,
    title: title[language],
    pages: pages.map((name) => {
      const { title, description } = readPage(language, name, notice);
      return { name, title, description };
    }),
  }));
}

/** HTML as code: the sources of its pictures are imports, so that the build gives them addresses. */
function pageCode(page) {
  const sources = [
    ...new Set([...page.html.matchAll(/src="(docs-picture:[^"]+)"/g)].map(([, found]) => found)),
  ];
  const imports = sources.map(
    (source, place) => `import p${place} from ${JSON.stringify(pictureFile(source))};`,
  );
  const html = sources.reduce(
    (code, source, place) => code.replaceAll(`src=\\"${source}\\"`, `src=\\"" + p${place} + "\\"`),
    JSON.stringify(page.html),
  );
  const others = Object.entries(page).filter(([name]) => name !== "html");
  const fields = others.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [...imports, `export default { ${fields.join(", ")}, html: ${html} };`].join("\n");
}

function loaders() {
  const entries = (kind, names) =>
    names.map((name) => `${JSON.stringify(name)}: () => import("${PREFIX}${kind}/${name}")`).join(",\n");
  const pages = LANGUAGES.flatMap((language) => pageNames().map((name) => `${language}/${name}`));
  return [
    `export const contents = {${entries("contents", LANGUAGES)}};`,
    `export const pages = {${entries("page", pages)}};`,
    `export const search = {${entries("search", LANGUAGES)}};`,
  ].join("\n");
}

function load(id, notice) {
  const [kind, language, ...name] = id.slice(PREFIX.length).split("/");
  if (kind === "contents") return exported(contents(language, notice));
  if (kind === "search") return exported(searchable(language, notice));
  if (kind === "pages") return loaders();
  const { title, description, html, headings } = readPage(language, name.join("/"), notice);
  return pageCode({ title, description, html, headings, isHelp: isHelp(name.join("/")) });
}

export const docsPlugin = {
  name: "docs",
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null;
    return load(id.slice(1), (file) => this.addWatchFile(file));
  },
};
