// The opening of a page: its heading and other text, sent with the page and shown until the application is ready.
// The application then replaces it; the styles give both the same layout.
import { readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { runnerImport } from "vite";

const LANGUAGES = ["en", "pl"];
const app = path.resolve(import.meta.dirname, "../app/src");
const textsOf = (language, name) =>
  JSON.parse(readFileSync(path.join(app, "i18n", language, `${name}.json`), "utf8"));

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The text of a key such as `tools.catalogue.title`, which begins with the file. */
function sayIn(language) {
  return (key) => {
    const [file, ...parts] = key.split(".");
    const text = parts.reduce((texts, part) => texts?.[part], textsOf(language, file));
    if (typeof text !== "string") throw new Error(`${language}: the opening of a page needs the text ${key}`);
    return text;
  };
}

/** A page before the sign-in, in the layout of `auth-card.tsx`. */
function signIn(language, notice) {
  const { login, frame } = textsOf(language, "accounts");
  const shell = textsOf(language, "shell");
  const brand = `<img src="/favicon.svg" alt="" width="30" height="30">${escaped(shell.brand.name)}`;
  return [
    `<div class="sw-opening" data-opening><header>${brand}</header>`,
    `<main><div><h1>${escaped(login.title)}</h1><p class="sw-opening-lead">${escaped(login.lead)}</p></div>`,
    `<div class="sw-opening-card"></div>`,
    `<p class="sw-opening-next">${escaped(`${login.new} ${login.register}`)}</p></main>`,
    `<footer>${escaped(frame.promise)}</footer>${notice}</div>`,
  ].join("");
}

/** Page → its opening by language, and the requests that the browser sends at once. */
export async function openings(pages) {
  const { module } = await runnerImport(path.join(app, "app/opening.tsx"), {
    configFile: false,
    plugins: [react()],
  });
  const { isFramed, framedOpening, earlyRequests, cookieNotice } = module;
  const inEach = (write) => Object.fromEntries(LANGUAGES.map((language) => [language, write(language)]));
  const openingOf = (page) => {
    if (page === "login")
      return inEach((language) => signIn(language, cookieNotice(language, sayIn(language))));
    return isFramed(page) ? inEach((language) => framedOpening(page, language, sayIn(language))) : undefined;
  };
  const early = (page) => escaped(earlyRequests(page).join(" "));
  return Object.fromEntries(
    pages.map((page) => [page, { opening: openingOf(page), early: early(page) || undefined }]),
  );
}
