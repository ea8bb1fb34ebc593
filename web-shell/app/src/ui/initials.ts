const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter as it is read: an accent or the parts of an emoji belong to it. */
const firstOf = (word: string) => [...letters.segment(word)][0]?.segment ?? "";

/** The initials of a user without a picture. */
export const initials = (name: string) =>
  name.trim().split(/\s+/).slice(0, 2).map(firstOf).join("").toUpperCase();
