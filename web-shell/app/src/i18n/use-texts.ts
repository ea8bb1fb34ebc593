import { formatsFor } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { type Language, type PageName, pathTo } from "../paths";

/** The formats of a language are slow to create, so they are cached. */
const formats = { en: formatsFor("en"), pl: formatsFor("pl") };

/** The texts of a namespace, the addresses of pages, and formats of numbers and dates, in the language of the screen. */
export function useTexts(namespace?: string) {
  const { t, i18n } = useTranslation(namespace);
  const language = i18n.language as Language;
  const href = (page: PageName, params?: Record<string, string>) => pathTo(page, language, params);
  return { t, i18n, language, href, ...formats[language] };
}

export function usePageLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
