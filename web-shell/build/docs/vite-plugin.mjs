// Provides the docs as modules: the contents in a language, each page, and the search index.
//
//   virtual:docs/contents/en      sections and the titles of their pages
//   virtual:docs/page/en/NAME     HTML, sections
//   virtual:docs/search/en        every section with its text
//   virtual:docs/pages            a loader of each page
import { LANGUAGES, pageNames, readContents, readPage } from "./pages.mjs";

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

const search = (language, notice) =>
  pageNames().flatMap((name) => {
    const { title, sections } = readPage(language, name, notice);
    return sections.map(({ id, text, level, text_below }) => ({
      id: level === 1 ? name : `${name}#${id}`,
      page: title,
      title: text,
      text: text_below,
    }));
  });

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
  if (kind === "search") return exported(search(language, notice));
  if (kind === "pages") return loaders();
  const { title, description, html, headings } = readPage(language, name.join("/"), notice);
  return exported({ title, description, html, headings });
}

export const docsPlugin = {
  name: "docs",
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null;
    return load(id.slice(1), (file) => this.addWatchFile(file));
  },
};
