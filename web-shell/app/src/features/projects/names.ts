import type { Language } from "../../paths";

/** The name of a location or language in the reader's language; its code if there is none. */
function nameOf(type: "region" | "language", code: string, reader: Language): string {
  try {
    return new Intl.DisplayNames(reader, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const placeName = (code: string, reader: Language) => nameOf("region", code, reader);

/** In a sentence or list: Polish writes languages in lower case. */
export const languageName = (code: string, reader: Language) => nameOf("language", code, reader);

/** At the beginning of a text: `Polski`. */
export function languageTitle(code: string, reader: Language): string {
  const name = languageName(code, reader);
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
}
