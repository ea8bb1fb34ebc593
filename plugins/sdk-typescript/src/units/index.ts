import { graphemes, splitGraphemes } from "./graphemes";
import { weighted } from "./weighted";
import { words } from "./words";

export { graphemes, splitGraphemes } from "./graphemes";
export { isEmoji, weighted } from "./weighted";
export { bare, isAlphanumeric, words } from "./words";

/**
 * The units of platforms: `characters` are those that users see, `weighted` is X's unit, `width` that of Google Ads;
 * `items` are entries of a list.
 */
export type Unit = "characters" | "utf16" | "bytes" | "words" | "weighted" | "width" | "items";

const MEASURES: Record<Unit, (text: string) => number> = {
  characters: graphemes,
  utf16: (text) => text.length,
  bytes: (text) => [...text].reduce((sum, letter) => sum + utf8(letter.codePointAt(0) as number), 0),
  words: (text) => words(text).length,
  weighted,
  width: (text) => splitGraphemes(text).reduce((sum, cluster) => sum + (isWide(cluster) ? 2 : 1), 0),
  items: () => 1,
};

/** The size of a text in a unit. */
export function measure(unit: Unit, text: string): number {
  return MEASURES[unit](text);
}

/** Bytes of a character in UTF-8. */
function utf8(code: number): number {
  return 1 + Number(code >= 0x80) + Number(code >= 0x800) + Number(code >= 0x10000);
}

/** East Asian Wide and Fullwidth, by block. */
function isWide(cluster: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    cluster,
  );
}
