import { LANGUAGES, type Language } from "../paths";

/** The site of a language, if each has its own domain; the server writes it into the page. */
export const siteOf = (language: Language): string | null =>
  document.documentElement.getAttribute(`data-site-${language}`);

/** The language of the current site; null if the languages share one. */
export const siteLanguage = (): Language | null =>
  LANGUAGES.find((language) => siteOf(language) === location.origin) ?? null;
