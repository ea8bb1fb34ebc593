import { isBehindSignIn, LANGUAGES, type Language, languageOfPath } from "../paths";
import { siteLanguage } from "./sites";

const YEAR_SECONDS = 31_536_000;

/** Whether a value is a supported language. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

/** The previously selected language, if any. */
export function chosenLanguage(): Language | null {
  const found = document.cookie.match(/(?:^|; )locale=(\w+)/)?.[1];
  return isLanguage(found) ? found : null;
}

/** The server reads the same cookie, so its messages have the language of the screen. */
export function rememberLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `locale=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

const CHOSEN_HERE = "sitewright.language-chosen";

/** Records that the language was selected in this browser, so that a sign-in does not override it. */
export const noteChoice = () => localStorage.setItem(CHOSEN_HERE, "1");
export const wasChosenHere = () => localStorage.getItem(CHOSEN_HERE) !== null;

/**
 * The initial language of a visit: that of the site, if each language has its own. A public Polish address is Polish;
 * otherwise, even at an English address, the earlier choice applies, then a Polish address and the browser's preference.
 */
export function startLanguage(pathname: string): Language {
  const site = siteLanguage();
  if (site) return site;
  const isPolish = languageOfPath(pathname) === "pl";
  const chosen = chosenLanguage();
  if (chosen && !(isPolish && !isBehindSignIn(pathname))) return chosen;
  if (isPolish) return "pl";
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wanted ?? "en";
}
