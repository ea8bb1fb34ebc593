// Markdown of the docs, rendered while the front end is built: the browser gets HTML.
//
//   ```toml file=docs/recipes/faq/template.toml     includes the file
//   ```toml save=slogans/template.toml              the reader creates this file
//   > [!NOTE]                                       a note, in GitHub's syntax
//   ![What it shows](post-result)                   a picture of docs/pictures, in the language of the page
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import ini from "highlight.js/lib/languages/ini";
import json from "highlight.js/lib/languages/json";
import rust from "highlight.js/lib/languages/rust";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import MarkdownIt from "markdown-it";
import { pictureOf } from "./pictures.mjs";
import { wit } from "./wit-language.mjs";

const root = path.resolve(import.meta.dirname, "../../..");

const GRAMMARS = { sh: bash, toml: ini, json, rust, ts: typescript, html: xml, yaml, wit };
for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);

/** Labels around the content of pages. */
const WORDS = {
  en: {
    copy: "Copy",
    copied: "Copied",
    note: "Note",
    warning: "Warning",
    tip: "Tip",
    section: "Link to this section",
  },
  pl: {
    copy: "Kopiuj",
    copied: "Skopiowano",
    note: "Uwaga",
    warning: "Ostrożnie",
    tip: "Wskazówka",
    section: "Link do tej sekcji",
  },
};

export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The anchor of a section: its heading without accents, joined by hyphens. */
export const slugOf = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ł", "l")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The options after the language of a code block: `file=…`, `save=…`, `wrong`. */
export function fenceOf(info) {
  const [language = "", ...words] = info.trim().split(/\s+/);
  const options = Object.fromEntries(words.map((word) => [word.split("=")[0], word.split("=")[1] ?? true]));
  return { language, ...options };
}

/** The text of a code block: its content, or the file that it names. */
export function codeOf({ file }, content, notice = () => {}) {
  if (!file) return content;
  const place = path.join(root, file);
  if (!existsSync(place)) throw new Error(`${file} does not exist`);
  notice(place);
  return readFileSync(place, "utf8");
}

function block(token, { language, notice }) {
  const fence = fenceOf(token.info);
  const code = codeOf(fence, token.content, notice).trimEnd();
  const known = hljs.getLanguage(fence.language);
  if (fence.language && !known && fence.language !== "text")
    throw new Error(`unknown language ${fence.language}`);
  const html = known ? hljs.highlight(code, { language: fence.language }).value : escaped(code);
  // Some sources end in .txt, so that the build does not treat them as code; the reader's copy does not.
  const name = fence.save ?? (fence.file && path.basename(fence.file).replace(/\.txt$/, ""));
  const caption = name ? `<figcaption>${escaped(name)}</figcaption>` : "";
  const words = WORDS[language];
  const copy = `<button type="button" class="docs-copy" data-copy="${words.copied}">${words.copy}</button>`;
  // Focusable, so that keyboard users can scroll long lines.
  return `<figure class="docs-code">${caption}<pre tabindex="0"><code>${html}</code></pre>${copy}</figure>\n`;
}

/** Gives headings their addresses, and collects the sections of the page. */
function markHeadings(tokens, headings, { section }) {
  const taken = new Set();
  tokens.forEach((token, place) => {
    if (token.type !== "heading_open") return;
    const inline = tokens[place + 1];
    const text = inline.children.map((child) => (child.type === "image" ? "" : child.content)).join("");
    const slug = slugOf(text) || "section";
    let id = slug;
    for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
    taken.add(id);
    token.attrSet("id", id);
    const level = Number(token.tag.slice(1));
    headings.push({ id, text, level });
    const link = new inline.children[0].constructor("html_inline", "", 0);
    link.content = ` <a class="docs-anchor" href="#${id}" aria-label="${section}: ${escaped(text)}">#</a>`;
    inline.children.push(link);
  });
}

const NOTICE = /^\[!(NOTE|WARNING|TIP)\]\s*/;

function markNotices(tokens, words) {
  tokens.forEach((token, place) => {
    const inline = tokens[place + 2];
    if (token.type !== "blockquote_open" || inline?.type !== "inline") return;
    const [first] = inline.children;
    const kind = NOTICE.exec(first?.content ?? "")?.[1]?.toLowerCase();
    if (!kind) return;
    token.tag = "aside";
    tokens.slice(place).find(({ type }) => type === "blockquote_close").tag = "aside";
    token.attrSet("class", `docs-${kind}`);
    token.attrSet("aria-label", words[kind]);
    first.content = first.content.replace(NOTICE, "");
  });
}

/** A picture, in light and dark: style sheets show that of the scheme. The other one is not loaded. */
function picture(token, language) {
  const name = token.attrGet("src");
  const alt = escaped(token.content);
  const images = pictureOf(language, name).map(({ scheme, source, width, height }) => {
    const size = `width="${width}" height="${height}" loading="lazy" decoding="async"`;
    return `<img class="docs-picture-${scheme}" src="${source}" alt="${alt}" ${size}>`;
  });
  return `<span class="docs-picture">${images.join("")}</span>`;
}

/** A paragraph that is only a picture is a figure. */
const isOnlyPicture = (inline) => inline?.children?.length === 1 && inline.children[0].type === "image";

function markPictures(tokens) {
  tokens.forEach((token, place) => {
    if (token.type !== "paragraph_open" || !isOnlyPicture(tokens[place + 1])) return;
    token.tag = "figure";
    tokens[place + 2].tag = "figure";
    token.attrSet("class", "docs-shown");
  });
}

/**
 * The HTML of a page, its sections, and its links to other pages. `linkOf` creates the address of such a link;
 * `notice` is called with each included file.
 */
export function render(source, { language, linkOf, notice }) {
  const words = WORDS[language];
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.renderer.rules.fence = (tokens, place) => block(tokens[place], { language, notice });
  markdown.renderer.rules.table_open = () => '<div class="docs-table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  markdown.renderer.rules.image = (tokens, place) => picture(tokens[place], language);
  const env = {};
  const tokens = markdown.parse(source, env);
  const headings = [];
  markHeadings(tokens, headings, words);
  markNotices(tokens, words);
  markPictures(tokens);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type !== "link_open") continue;
    const href = token.attrGet("href");
    if (/^https?:/.test(href)) token.attrSet("rel", "noopener");
    else if (!href.startsWith("#")) token.attrSet("href", linkOf(href));
  }
  return { html: markdown.renderer.render(tokens, markdown.options, env), headings, tokens };
}
