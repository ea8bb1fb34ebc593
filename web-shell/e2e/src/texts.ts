import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import i18next from "i18next";
import { LANGUAGES, type Language } from "../../app/src/paths.ts";
import { root } from "./browser.ts";

export { LANGUAGES, type Language };

/** The locale of a browser in each language. */
export const LOCALES: Record<Language, string> = { en: "en-GB", pl: "pl-PL" };

/** `make test-browser THOROUGH=1`: every test in both languages, and axe on every screen in each combination. */
export const IS_THOROUGH = Boolean(process.env.THOROUGH);

/** A story with the same steps in both languages runs in one of them; its screens are checked in both. */
export const IN_ENGLISH: readonly Language[] = IS_THOROUGH ? LANGUAGES : ["en"];
export const IN_POLISH: readonly Language[] = IS_THOROUGH ? LANGUAGES : ["pl"];

/** Texts by their keys (those of the site begin with `site.`), and numbers as the language writes them. */
export type Texts = {
  (key: string, values?: Record<string, unknown>): string;
  number: (value: number) => string;
};

const read = (path: string) => JSON.parse(readFileSync(root(path), "utf8"));

function namespaces(language: Language): Record<string, object> {
  const shell = `web-shell/app/src/i18n/${language}`;
  const files = readdirSync(root(shell)).map((file) => [basename(file, ".json"), read(`${shell}/${file}`)]);
  const modules = readdirSync(root("web-plugins"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: `web-plugins/${name}/src/i18n/${language}.json` }))
    // A module that draws with the SDK only has no texts.
    .filter(({ path }) => existsSync(root(path)))
    .map(({ name, path }) => [name, read(path)]);
  const sdk = read(`web-shell/sdk/src/i18n/${language}.json`);
  const pages = `web-shell/site/texts/${language}`;
  const site = readdirSync(root(pages)).map((file) => [basename(file, ".json"), read(`${pages}/${file}`)]);
  return Object.fromEntries([...files, ...modules, ["sdk", sdk], ["site", Object.fromEntries(site)]]);
}

const known: Partial<Record<Language, Texts>> = {};

/** The product's texts, so that one test reads the screen in either language. A missing key fails. */
export function textsOf(language: Language): Texts {
  known[language] ??= readTexts(language);
  return known[language];
}

function readTexts(language: Language): Texts {
  const instance = i18next.createInstance();
  const texts = namespaces(language);
  instance.init({
    lng: language,
    // i18next treats the first part of a key as a namespace only if it is listed here.
    ns: Object.keys(texts),
    resources: { [language]: texts },
    nsSeparator: ".",
    keySeparator: ".",
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  const text = (key: string, values: Record<string, unknown> = {}) => {
    if (!instance.exists(key, values)) throw new Error(`There is no text ${key} in ${language}`);
    return instance.t(key, values);
  };
  const number = new Intl.NumberFormat(language, { useGrouping: true });
  return Object.assign(text, { number: (value: number) => number.format(value) });
}
