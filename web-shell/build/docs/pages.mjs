// All pages of the docs: written ones, and those generated from the server's description of itself.
import { readFileSync } from "node:fs";
import path from "node:path";
import { render } from "./markdown.mjs";
import { filled } from "./placeholders.mjs";
import { generated } from "./reference.mjs";

export const LANGUAGES = ["en", "pl"];
const docs = path.resolve(import.meta.dirname, "../../../docs");
const START = { en: "/docs", pl: "/pl/docs" };

export const addressOf = (language, page) => `${START[language]}/${page}`;
export const readContents = () => JSON.parse(readFileSync(path.join(docs, "contents.json"), "utf8"));
/** Words that users search for and that a page need not contain, by page and language. */
const readSearchWords = () => JSON.parse(readFileSync(path.join(docs, "search-words.json"), "utf8"));
const HELP_GROUP = readContents().find(({ id }) => id === "help");
export const pageNames = () => readContents().flatMap(({ pages }) => pages);

/** Title, description and Markdown of a written page: the first heading and the paragraph below it. */
export function sourceOf(language, page, notice = () => {}) {
  const made = generated(language, page, notice);
  if (made !== null) return made;
  const file = path.join(docs, "pages", language, `${page}.md`);
  notice(file);
  return filled(readFileSync(file, "utf8"), language, notice);
}

/** Pages for users, which the search shows before all others. */
export const isHelp = (name) => HELP_GROUP.pages.includes(name);

/** The target of a link: the file of another page, relative to this one. */
function linkFrom(language, page, known, links) {
  return (href) => {
    const [file = "", anchor] = href.split("#");
    const target = path.posix.join(path.posix.dirname(page), file).replace(/\.md$/, "");
    if (href.startsWith("/")) return href;
    if (!file.endsWith(".md") || !known.has(target))
      throw new Error(`${language}/${page}: no page at ${href}`);
    links.push({ target, anchor });
    return addressOf(language, target) + (anchor ? `#${anchor}` : "");
  };
}

/** The text of a line, without Markdown syntax. */
const plain = ({ children }) =>
  (children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");

/** The text below each heading, for the search. */
function sectionsOf(tokens, headings) {
  const sections = [];
  const left = [...headings];
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === "heading_open") sections.push({ ...left.shift(), words: [] });
    if (token.type === "heading_open" || token.type === "heading_close")
      isHeading = token.type === "heading_open";
    else if (!isHeading) {
      if (token.type === "fence") sections.at(-1)?.words.push(token.content);
      if (token.type === "inline") sections.at(-1)?.words.push(plain(token));
    }
  }
  return sections.map(({ words, ...heading }) => ({
    ...heading,
    text_below: words.join(" ").replace(/\s+/g, " ").trim(),
  }));
}

/** All sections of the docs in a language, for the search. */
export function searchable(language, notice) {
  const known = readSearchWords();
  return pageNames().flatMap((name) => {
    const { title, sections } = readPage(language, name, notice);
    const whole = sections.map(({ text, text_below }) => `${text} ${text_below}`).join(" ");
    return sections.map(({ id, text, level, text_below }) => ({
      id: level === 1 ? name : `${name}#${id}`,
      page: title,
      title: text,
      text: text_below,
      words: (level === 1 && known[name]?.[language]) || "",
      // The words of a question may be in several sections of a short page; then the page itself is found.
      whole: level === 1 && isHelp(name) ? whole : "",
      isHelp: isHelp(name),
    }));
  });
}

/** All data of a page in a language. */
export function readPage(language, page, notice) {
  const links = [];
  const known = new Set(pageNames());
  const source = sourceOf(language, page, notice);
  const linkOf = linkFrom(language, page, known, links);
  const { html, headings, tokens } = render(source, { language, linkOf, notice });
  const [first, ...others] = headings;
  if (first?.level !== 1 || others.some(({ level }) => level === 1))
    throw new Error(`${language}/${page}: a page must have exactly one title, at its beginning`);
  const lead = tokens.find(
    (token, place) => token.type === "inline" && tokens[place - 1]?.type === "paragraph_open",
  );
  const description = lead ? plain(lead) : "";
  return {
    title: first.text,
    description,
    html,
    headings: others,
    links,
    sections: sectionsOf(tokens, headings),
  };
}
