import { LANGUAGES, type Language } from "../paths";

/** Where the site of a language is, if each has a domain of its own; the server writes it into the page. */
export const siteOf = (language: Language): string | null =>
  document.documentElement.getAttribute(`data-site-${language}`);

/** The language of the site that is shown; null where the languages share one. */
export const siteLanguage = (): Language | null =>
  LANGUAGES.find((language) => siteOf(language) === location.origin) ?? null;
