import { useTranslation } from "react-i18next";

type Loader = () => Promise<{ default: object }>;

const sources = new Map<string, Record<string, Loader>>();

/** Loads a namespace of a module or the SDK; undefined if it is not registered. */
export function textSource(namespace: string, language: string): Loader | undefined {
  const languages = sources.get(namespace);
  return languages?.[language] ?? languages?.en;
}

/** Registered namespaces of modules and the SDK. */
export const textNamespaces = () => [...sources.keys()];

/**
 * Registers a module's texts, one lazily loaded JSON file for each language, and returns the hook
 * that reads them. Keys begin with the namespace: `t("form.result.copy")`.
 */
export function defineTexts(namespace: string, languages: Record<string, Loader>) {
  sources.set(namespace, languages);
  return () => useTranslation(namespace).t;
}

/** The texts of the SDK's components. */
export const useSdkTexts = defineTexts("sdk", {
  en: () => import("./i18n/en.json"),
  pl: () => import("./i18n/pl.json"),
});

/** The same for a component of other pages, which do not wait for texts that only an error needs. */
export function useSdkTextsLater() {
  const { t, i18n } = useTranslation("sdk", { useSuspense: false });
  return { t, language: i18n.language };
}
