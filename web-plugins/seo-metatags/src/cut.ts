import { arial } from "@sitewright/sdk";

const ELLIPSIS = " …";

/** The visible part of a text, and whether it was cut off. */
export type Shown = { text: string; isCut: boolean };

/** The words of `text` that fit on `lines` lines of `width` pixels, as a browser breaks them. */
function wrapped(words: string[], size: number, width: number, lines: number, ending: string): number {
  let line = "";
  let used = 1;
  for (const [place, word] of words.entries()) {
    const longer = line ? `${line} ${word}` : word;
    const isLast = used === lines;
    if (arial(longer + (isLast ? ending : ""), size) <= width) {
      line = longer;
      continue;
    }
    if (isLast || !line) return place;
    used += 1;
    line = word;
    if (arial(word + (used === lines ? ending : ""), size) > width) return place;
  }
  return words.length;
}

/** `text` as a search result shows it: cut after a whole word, with " …", if it is too long. */
export function shown(text: string, size: number, width: number, lines = 1): Shown {
  const words = text.split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  if (wrapped(words, size, width, lines, "") === words.length) return { text: whole, isCut: false };
  const count = wrapped(words, size, width, lines, ELLIPSIS);
  const kept = words
    .slice(0, count)
    .join(" ")
    .replace(/[\s,;:|–—-]+$/, "");
  return { text: kept + ELLIPSIS, isCut: true };
}

/** The width of a line of the title on a phone, and of the visible description, in pixels. */
const PHONE = { line: 328, lines: 2, description: 680 };

/** The field of a search result as a phone shows it; the limits of the fields are those of a desktop. */
export const onPhone = (field: "title" | "meta_description", text: string): Shown =>
  field === "title" ? shown(text, 20, PHONE.line, PHONE.lines) : shown(text, 14, PHONE.description);
