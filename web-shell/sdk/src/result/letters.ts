let segmenter: Intl.Segmenter | undefined;

/** Latin letters, digits and signs in one line: each character is a grapheme. */
const PLAIN = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u024F]*$/;

/** Splits a text into graphemes: an emoji sequence or a letter with its accents is one. */
export function clusters(text: string): string[] {
  if (PLAIN.test(text)) return text.split("");
  // Its data takes tens of milliseconds to load.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const EMOJI =
  /[\u{1f000}-\u{1faff}\u2600-\u26ff\u2705\u270a-\u270d\u2728\u274c\u274e\u2753-\u2757\u2764\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55]|\ufe0f|\u20e3/u;

/** Whether a cluster is drawn as an emoji. Plain arrows, check marks and bullets are signs, not emoji. */
export const isEmoji = (cluster: string) => EMOJI.test(cluster);

/** `letter` with `accent` as one letter of Latin, Greek or Cyrillic, if such a letter exists below U+1100. */
export function composed(letter: string, accent: string): string | undefined {
  if (accent < "\u0300" || accent > "\u0331" || letter.normalize("NFC") !== letter) return undefined;
  const whole = (letter + accent).normalize("NFC");
  // A letter with two accents is decomposed by its last one only.
  const isPair = whole.normalize("NFD") === letter.normalize("NFD") + accent;
  return isPair && whole.length === 1 && whole < "\u1100" ? whole : undefined;
}

/** The letters of a cluster, with accents composed into their letters. */
export function composedLetters(cluster: string): string[] {
  const letters: string[] = [];
  for (const letter of cluster) {
    const last = letters.at(-1);
    const whole = last === undefined ? undefined : composed(last, letter);
    if (whole === undefined) letters.push(letter);
    else letters[letters.length - 1] = whole;
  }
  return letters;
}
