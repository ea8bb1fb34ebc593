const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first grapheme: it includes accents and all parts of an emoji. */
const firstOf = (word: string) => [...letters.segment(word)][0]?.segment ?? "";

/** The initials of a user without a picture. */
export const initials = (name: string) =>
  name.trim().split(/\s+/).slice(0, 2).map(firstOf).join("").toUpperCase();
