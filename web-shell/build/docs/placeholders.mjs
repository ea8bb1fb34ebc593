// Placeholders of the docs. The pages name buttons and fields by the keys of the product's own texts, so that a
// renamed button is renamed in the docs too, and a removed one fails the build.
//
//   {{t:sdk.form.submit}}                    a text of the shell, a module or the SDK
//   {{t:bulk.action.start count=30}}         with the values that it contains
//   {{tool:facebook-post}}                   the name of a tool
//   {{field:facebook-post.topic}}            the title of a field of its form
//   {{part:seo-metatags.title}}              the title of a part of its result
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import i18next from "i18next";
import { parse } from "smol-toml";

const root = path.resolve(import.meta.dirname, "../../..");
const at = (...parts) => path.join(root, ...parts);
const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The files of texts by namespace. */
function textFiles(language) {
  const shell = at("web-shell/app/src/i18n", language);
  const files = readdirSync(shell).map((file) => [path.basename(file, ".json"), path.join(shell, file)]);
  const modules = readdirSync(at("web-plugins"))
    .map((name) => [name, at("web-plugins", name, "src/i18n", `${language}.json`)])
    .filter(([, file]) => existsSync(file));
  return [...files, ...modules, ["sdk", at("web-shell/sdk/src/i18n", `${language}.json`)]];
}

/** The texts of a language, until one of their files changes: most pages need them. */
const read = {};

function readTexts(language, notice) {
  const files = textFiles(language);
  for (const [, file] of files) notice(file);
  const version = files.map(([, file]) => statSync(file).mtimeMs).join();
  if (read[language]?.version !== version) read[language] = { version, texts: textsOf(language, files) };
  return read[language].texts;
}

function textsOf(language, files) {
  const instance = i18next.createInstance();
  instance.init({
    lng: language,
    ns: files.map(([name]) => name),
    resources: { [language]: Object.fromEntries(files.map(([name, file]) => [name, json(file)])) },
    nsSeparator: ".",
    keySeparator: ".",
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}

/** A text with its values. One that lacks a value is an error: readers would see the braces. */
function phrase(texts, key, options) {
  const values = Object.fromEntries(
    options
      .map((option) => option.split("="))
      .map(([name, value]) => [name, name === "count" ? +value : value]),
  );
  if (!texts.exists(key, values)) throw new Error(`there is no text ${key} in ${texts.language}`);
  const text = texts.t(key, values);
  if (text.includes("{{")) throw new Error(`the text ${key} needs more values: ${text}`);
  return text;
}

function toml(notice, ...parts) {
  const file = at(...parts);
  if (!existsSync(file)) return {};
  notice(file);
  return parse(readFileSync(file, "utf8"));
}

/** The title of a field or part: the tool's own, or one that many tools share. */
function titleIn(kind, named, language, notice) {
  const [tool, name] = named.split(".");
  const own = toml(notice, "plugins", tool, "texts", `${language}.toml`);
  const shared = ["", "social", "shop", "letter", "ideas"].map((folder) =>
    toml(notice, "plugins/sdk/texts", folder, `${language}.toml`),
  );
  if (!own.name) throw new Error(`there is no tool ${tool}`);
  if (kind === "tool") return own.name;
  const titles = [own, ...shared].map((texts) => texts[kind === "field" ? "input" : "output"]?.[name]?.title);
  const title = titles.find(Boolean);
  if (!title) throw new Error(`${tool} has no ${kind} ${name} in ${language}`);
  return title;
}

const PLACEHOLDER = /\{\{(t|tool|field|part):([^\s}]+)((?: \w+=[^\s}]+)*)\}\}/g;

/** Text as Markdown that shows the same characters. */
const literal = (text) => text.replaceAll("\u00a0", " ").replace(/[\\`*_[\]<>|]/g, "\\$&");

/** Replaces the placeholders of a page. An unknown key is an error. `notice` is called with each file that was read. */
export function filled(source, language, notice = () => {}) {
  let texts;
  return source.replace(PLACEHOLDER, (_, kind, key, options) => {
    if (kind !== "t") return literal(titleIn(kind, key, language, notice));
    texts ??= readTexts(language, notice);
    return literal(phrase(texts, key, options.split(" ").filter(Boolean)));
  });
}
