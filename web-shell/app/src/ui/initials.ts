/** A plain letter of the Latin alphabet, without a combining accent. */
const PLAIN = /^[A-Za-z\u00C0-\u024F](?!\p{M})/u;

/** The first grapheme: it includes accents and all parts of an emoji. */
function firstOf(word: string): string {
  if (PLAIN.test(word)) return word.charAt(0);
  // The data of the segmenter takes tens of milliseconds to load.
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(word);
  return first?.segment ?? "";
}

/** The initials of a user without a picture. */
export const initials = (name: string) =>
  name.trim().split(/\s+/).slice(0, 2).map(firstOf).join("").toUpperCase();
