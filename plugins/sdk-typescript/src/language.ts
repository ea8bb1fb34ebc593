/** The languages of the interface and of results. */
export type Language = "en" | "pl";

export const LANGUAGES: readonly Language[] = ["en", "pl"];

/** The language of a BCP 47 tag such as "pl-PL"; `undefined` if there are no texts. */
export function known(tag: string): Language | undefined {
  const primary = tag.split(/[-_]/)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}
