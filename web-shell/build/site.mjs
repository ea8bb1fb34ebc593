// Builds the public site: styles and scripts for the browser into `web/site`, templates and docs for the server into `site`.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, runnerImport } from "vite";
import {
  addressOf,
  LANGUAGES,
  pageNames,
  readContents,
  readPage,
  searchable,
  sourceOf,
} from "./docs/pages.mjs";
import { pictureFile } from "./docs/pictures.mjs";

const root = path.resolve(import.meta.dirname, "../site");

/** Polish letters are in two files of the typeface, English ones in one. */
function fontsOf(files) {
  const latin = files.filter((file) => /figtree-latin-wght/.test(file));
  return { en: latin, pl: [...latin, ...files.filter((file) => /figtree-latin-ext-wght/.test(file))] };
}

/** Builds what the browser gets, and returns its addresses. */
async function browserFiles(bundle) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: path.join(bundle, "web/site"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: {
          site: path.join(root, "src/browser/site.ts"),
          first: path.join(root, "src/browser/first.js"),
        },
        output: {
          entryFileNames: "[name]-[hash].js",
          chunkFileNames: "[name]-[hash].js",
          assetFileNames: "[name]-[hash][extname]",
        },
      },
    },
    base: "/site/",
  });
  const address = (isIt) => {
    const file = output.find(isIt);
    if (!file) throw new Error("the build of the site lacks a file");
    return `/site/${file.fileName}`;
  };
  return {
    style: address(({ fileName }) => fileName.endsWith(".css")),
    script: address(({ name, isEntry }) => isEntry && name === "site"),
    first: address(({ name, isEntry }) => isEntry && name === "first"),
    fonts: fontsOf(output.map(({ fileName }) => `/site/${fileName}`)),
  };
}

/** The HTML with the addresses of its pictures, which are copied beside the other files of the site. */
function withPictures(html, bundle) {
  return html.replace(/docs-picture:([^"]+)/g, (source, name) => {
    const content = readFileSync(pictureFile(source));
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
    const target = path.join("site/pictures", name.replace(/(\.\w+)$/, `-${hash}$1`));
    const file = path.join(bundle, "web", target);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return `/${target}`;
  });
}

/** Writes each page of the docs: its data for the server, and beside its address its Markdown for programs. */
function writeDocs(bundle, write) {
  for (const language of LANGUAGES)
    for (const name of pageNames()) {
      const { title, description, html, headings } = readPage(language, name);
      const page = { title, description, html: withPictures(html, bundle), headings };
      write(`docs/${language}/${name}.json`, JSON.stringify(page));
      const markdown = path.join(bundle, "web", `${addressOf(language, name)}.md`);
      mkdirSync(path.dirname(markdown), { recursive: true });
      writeFileSync(markdown, sourceOf(language, name));
    }
}

const docsSections = (language) =>
  readContents().map(({ title, pages }) => ({
    title: title[language],
    pages: pages.map((name) => {
      const { title, description } = readPage(language, name);
      return { name, address: addressOf(language, name), title, description };
    }),
  }));

/** Writes the index of the search, with a hash of its content in the name, and returns its address. */
function searchIndex(bundle, language) {
  const content = JSON.stringify(searchable(language));
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const name = `search-${language}-${hash}.json`;
  writeFileSync(path.join(bundle, "web/site", name), content);
  return `/site/${name}`;
}

export async function buildSite(bundle) {
  const assets = await browserFiles(bundle);
  const folder = path.join(bundle, "site");
  rmSync(folder, { recursive: true, force: true });
  const write = (file, content) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const { module } = await runnerImport(path.join(root, "src/render.tsx"), {
    configFile: false,
    plugins: [react()],
  });
  for (const [file, html] of Object.entries(module.templates(assets))) write(file, html);
  writeDocs(bundle, write);
  const docs = Object.fromEntries(LANGUAGES.map((language) => [language, docsSections(language)]));
  const search = Object.fromEntries(LANGUAGES.map((language) => [language, searchIndex(bundle, language)]));
  // The server draws pictures of pages in the typeface of the site.
  const fonts = assets.fonts.pl;
  write("site.json", JSON.stringify({ pages: module.listedPages(), docs, search, fonts }));
}
