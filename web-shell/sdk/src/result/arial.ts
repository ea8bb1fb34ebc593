import { KERNING, RUNS } from "./generated/liberation-sans";
import { clusters, composedLetters, isEmoji } from "./letters";

/**
 * Widths in Arial, from the metrics of Liberation Sans Regular (SIL Open Font License), which are the same. The generator
 * (`plugins/sdk/src/units/pixels.rs`) measures alike, so that a value is the same in the browser.
 */

const UNITS_PER_EM = 2048;

/** Width of an emoji in the fonts of Google, Apple and Microsoft: five quarters of an em, a little more in the last. */
const EMOJI = 2550;

const WIDTHS = RUNS.map(([first, widths]) => ({ first, widths: widths.split(" ").map(Number) }));

/** The texts of a search result on a desktop: the size of their letters and the width that is shown, in pixels. */
export const SEARCH_RESULT = {
  title: { size: 20, most: 561 },
  description: { size: 14, most: 985 },
} as const;

/** Marks that are drawn over the previous letter: combining accents, joiners, variation selectors. */
const isMark = (code: number) =>
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x200b && code <= 0x200f) ||
  code === 0x2060 ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x1f3fb && code <= 0x1f3ff);

/** Characters missing in the font (such as Chinese) are drawn in another one, with about one em. */
function advance(code: number): number {
  for (const { first, widths } of WIDTHS) {
    const width = widths[code - first];
    if (width !== undefined) return width || UNITS_PER_EM;
  }
  return UNITS_PER_EM;
}

function kerning(left: string, right: string): number {
  return KERNING[left]?.find(([, letters]) => letters.includes(right))?.[0] ?? 0;
}

/** Width of `text` in Arial at `size` pixels, rounded up, with kerning of pairs such as "To" as in browsers. */
export function arial(text: string, size: number): number {
  let units = 0;
  let before = "";
  // Most texts are Latin letters, which need no clusters.
  for (const cluster of /[\u0300-\uffff]/.test(text) ? clusters(text) : text) {
    if (isEmoji(cluster)) {
      units += EMOJI;
      before = "";
      continue;
    }
    for (const letter of composedLetters(cluster)) {
      const code = letter.codePointAt(0) ?? 0;
      if (isMark(code)) continue;
      units += advance(code) + kerning(before, letter);
      before = letter;
    }
  }
  return Math.ceil((Math.max(units, 0) * size) / UNITS_PER_EM);
}
