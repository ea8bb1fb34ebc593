import type { Language } from "../../paths";

/** The name of a place or a language in the reader's language; its code where there is none. */
function nameOf(type: "region" | "language", code: string, reader: Language): string {
  try {
    return new Intl.DisplayNames(reader, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const placeName = (code: string, reader: Language) => nameOf("region", code, reader);

/** In the middle of a sentence or of a list: languages are written small in Polish. */
export const languageName = (code: string, reader: Language) => nameOf("language", code, reader);

/** At the beginning: `Polski`. */
export function languageTitle(code: string, reader: Language): string {
  const name = languageName(code, reader);
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
}
