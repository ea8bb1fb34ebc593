import { useTranslation } from "react-i18next";
import { type Language, type PageName, pathTo } from "../paths";

/** The language of the screen. */
export function usePageLanguage(): Language {
  return useTranslation().i18n.language as Language;
}

/** Addresses of pages in the language of the screen. */
export function useHref() {
  const language = usePageLanguage();
  return (page: PageName, params?: Record<string, string>) => pathTo(page, language, params);
}
