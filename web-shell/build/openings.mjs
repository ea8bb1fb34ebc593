// The opening of a page: its heading and other text, sent with the page and shown until the application is ready.
// The application then replaces it; `opening.css` gives both the same layout.
import { readFileSync } from "node:fs";
import path from "node:path";

const LANGUAGES = ["en", "pl"];
const i18n = path.resolve(import.meta.dirname, "../app/src/i18n");
const textsOf = (language, name) =>
  JSON.parse(readFileSync(path.join(i18n, language, `${name}.json`), "utf8"));

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function cookieNotice({ cookies }) {
  const button = `<span class="sw-opening-button">${escaped(cookies.accept)}</span>`;
  return `<section class="sw-opening-cookies"><p>${escaped(cookies.text)}</p>${button}</section>`;
}

/** A page before the sign-in, in the layout of `auth-card.tsx`. */
function signIn(language) {
  const { login, frame } = textsOf(language, "accounts");
  const shell = textsOf(language, "shell");
  const brand = `<img src="/favicon.svg" alt="" width="30" height="30">${escaped(shell.brand.name)}`;
  return [
    `<div class="sw-opening"><header>${brand}</header>`,
    `<main><div><h1>${escaped(login.title)}</h1><p>${escaped(login.lead)}</p></div>`,
    `<div class="sw-opening-card"></div>`,
    `<p class="sw-opening-next">${escaped(`${login.new} ${login.register}`)}</p></main>`,
    `<footer>${escaped(frame.promise)}</footer>${cookieNotice(shell)}</div>`,
  ].join("");
}

const OPENINGS = { login: signIn };

/** Page → language → HTML. */
export const openings = () =>
  Object.fromEntries(
    Object.entries(OPENINGS).map(([page, write]) => [
      page,
      Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])),
    ]),
  );
