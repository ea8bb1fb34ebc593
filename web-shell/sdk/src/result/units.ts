import { X_ADDRESS } from "./x-address";

/** The units that platforms count in, as the generators measure them. */

const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const encoder = new TextEncoder();

/** What a person sees as one character: an emoji sequence or a letter with its accents. */
export const clusters = (text: string) => [...segments.segment(text)].map(({ segment }) => segment);

export const graphemes = (text: string) => clusters(text).length;

export const utf16 = (text: string) => text.length;

export const bytes = (text: string) => encoder.encode(text).length;

/** Runs between white space that hold a letter or a digit. */
export const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** East Asian Wide and Fullwidth characters take two width units in Google Ads, all others one. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export const width = (text: string) =>
  clusters(text).reduce((sum, cluster) => sum + (WIDE.test(cluster) ? 2 : 1), 0);

/** The signs © and ® are letters unless a selector makes pictures of them. */
const EMOJI = /(?![©®])\p{Extended_Pictographic}|[©®]\ufe0f|\p{Regional_Indicator}{2}|^[#*0-9]\ufe0f?\u20e3/u;
/** Characters that weigh one on X; all others weigh two. */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/;
const X_ADDRESS_WEIGHT = 23;

const xWeigh = (text: string) =>
  clusters(text).reduce((sum, cluster) => {
    if (EMOJI.test(cluster)) return sum + 2;
    return sum + [...cluster].reduce((weight, letter) => weight + (LIGHT.test(letter) ? 1 : 2), 0);
  }, 0);

/** The weighted length of a post on X: version 3 of its counting rules, in which every address weighs 23. */
export function xWeight(text: string): number {
  const composed = text.normalize("NFC");
  let total = 0;
  let end = 0;
  for (const { index, 0: address } of composed.matchAll(X_ADDRESS)) {
    total += xWeigh(composed.slice(end, index)) + X_ADDRESS_WEIGHT;
    end = index + address.length;
  }
  return total + xWeigh(composed.slice(end));
}
