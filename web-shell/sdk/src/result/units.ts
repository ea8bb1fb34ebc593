import { clusters, composedLetters, isEmoji } from "./letters";
import { addresses } from "./x-address";

/**
 * The units that platforms count in, as the generators measure them (`plugins/sdk/src/units`): a figure must not change
 * by being looked at.
 */

const encoder = new TextEncoder();

export const graphemes = (text: string) => clusters(text).length;

export const utf16 = (text: string) => text.length;

export const bytes = (text: string) => encoder.encode(text).length;

/** Runs between white space that hold a letter or a digit. */
export const words = (text: string) =>
  text.split(/\p{White_Space}+/u).filter((word) => /[\p{Alphabetic}\p{N}]/u.test(word)).length;

/** East Asian Wide and Fullwidth characters and emoji take two width units in Google Ads, all others one. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function width(text: string): number {
  // Below U+0300 every character takes one, line breaks of two characters as well.
  if (!/[\u0300-\uffff]/.test(text)) return text.length;
  return clusters(text).reduce((sum, cluster) => sum + (isEmoji(cluster) || WIDE.test(cluster) ? 2 : 1), 0);
}

/** Characters that weigh one on X; all others weigh two. */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037\u2126\u212a\u212b]/;
/** Letters that the composed form (NFC) takes apart into two or three light ones. */
const APART = /[\u0344\u0958-\u095f]/;
const FAR_APART = /[\ufb2c\ufb2d]/;
const X_EMOJI_WEIGHT = 2;
const X_ADDRESS_WEIGHT = 23;

function xLetterWeight(letter: string): number {
  if (FAR_APART.test(letter)) return 3;
  return LIGHT.test(letter) && !APART.test(letter) ? 1 : 2;
}

const xClusterWeight = (cluster: string) => {
  if (isEmoji(cluster)) return X_EMOJI_WEIGHT;
  // Both parts of a composed letter and the letter weigh one, whatever the parts weigh alone.
  return composedLetters(cluster).reduce((sum, letter) => sum + xLetterWeight(letter), 0);
};

const xTextWeight = (letters: string[]) =>
  clusters(letters.join("")).reduce((sum, cluster) => sum + xClusterWeight(cluster), 0);

/** The weighted length of a post on X: version 3 of its counting rules, in which every address weighs 23. */
export function xWeight(text: string): number {
  const letters = [...text];
  let total = 0;
  let done = 0;
  for (const [start, end] of addresses(letters)) {
    total += xTextWeight(letters.slice(done, start)) + X_ADDRESS_WEIGHT;
    done = end;
  }
  return total + xTextWeight(letters.slice(done));
}
