/** The languages that tools speak, on the screen and in results. */
export type Language = "en" | "pl";

export const LANGUAGES: readonly Language[] = ["en", "pl"];

/** The language of a BCP 47 tag such as "pl-PL"; none where there are no texts. */
export function known(tag: string): Language | undefined {
  const primary = tag.split(/[-_]/)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}
