import { textSource } from "@sitewright/sdk/shell";
import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { LANGUAGES, type Language } from "../paths";
import { rememberLanguage, startLanguage } from "./language";

const files = import.meta.glob<{ default: object }>("./{en,pl}/*.json");

/** Texts load by namespace and language; modules bring theirs through the SDK. */
const texts: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = files[`./${language}/${namespace}.json`] ?? textSource(namespace, language);
    if (!load) return done(new Error(`No texts for ${namespace} in ${language}`), false);
    load().then(
      (file) => done(null, file.default as ResourceKey),
      // `true` makes i18next retry: the network may be back.
      (problem) => done(problem, true),
    );
  },
};

/** Initializes the texts in the language of this visit. Keys have the form `namespace.area.phrase`. */
async function startTexts() {
  const language = startLanguage(location.pathname);
  await i18next
    .use(texts)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      fallbackLng: "en",
      partialBundledLanguages: true,
      ns: ["shell"],
      defaultNS: "shell",
      nsSeparator: ".",
      keySeparator: ".",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  applyLanguage(language);
  i18next.on("languageChanged", (next) => applyLanguage(next as Language));
}

/** The router begins its first navigation on import, so code that needs texts waits for this promise. */
export const textsReady = startTexts();

function applyLanguage(language: Language) {
  document.documentElement.lang = language;
  rememberLanguage(language);
}

/** Loads a route's texts before it is shown. */
export async function loadTexts(...namespaces: string[]) {
  await textsReady;
  await i18next.loadNamespaces(namespaces);
}

/** Switches the whole screen, after every namespace in use is loaded. */
export const switchLanguage = (language: Language) => i18next.changeLanguage(language);

export const currentLanguage = () => (i18next.language as Language) ?? "en";
export const text = (key: string): string => i18next.t(key);
