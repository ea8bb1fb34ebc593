import { useEffect, useState } from "react";
import type { Language } from "../../paths";

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<{ default: Texts }>("../../i18n/{en,pl}/{layout,palette}.json");

/**
 * Texts of the menus and of the palette in the other language, so that both languages find a page: a function from a key
 * to its text, which is empty until the texts have loaded.
 */
export function useOtherLanguage(language: Language): (key: string) => string {
  const [texts, setTexts] = useState<Texts>({});
  useEffect(() => {
    let isLeft = false;
    const other = language === "en" ? "pl" : "en";
    const load = async (name: string) => [
      name,
      (await files[`../../i18n/${other}/${name}.json`]?.())?.default,
    ];
    Promise.all([load("layout"), load("palette")])
      .then((loaded) => !isLeft && setTexts(Object.fromEntries(loaded)))
      // Without them the palette searches one language.
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [language]);
  return (key) => {
    const found = key
      .split(".")
      .reduce<string | Texts | undefined>(
        (texts, part) => (typeof texts === "object" ? texts[part] : undefined),
        texts,
      );
    return typeof found === "string" ? found : "";
  };
}
