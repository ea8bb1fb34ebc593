import type { ResultField } from "./fields";

/** A text reduced to letters and digits, without Markdown escapes, marks or breaks, and the position of each of them. */
export function lettersOf(text: string) {
  const places: number[] = [];
  let letters = "";
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    for (let unit = 0; unit < letter.length; unit += 1) places.push(index + letter.length);
  }
  return { letters, places };
}

/** The text below a variant's last field in its Markdown. */
function below(section: string, fields: ResultField[]): string {
  const { letters, places } = lettersOf(section);
  let end = 0;
  for (const { text } of fields) {
    const field = lettersOf(text).letters;
    const found = letters.indexOf(field, end);
    // An edited or shortened field: the end of the fields is unknown.
    if (found < 0) return "";
    end = found + field.length;
  }
  const rest = section.slice(end > 0 ? places[end - 1] : 0);
  const gap = rest.indexOf("\n\n");
  return gap < 0 ? "" : rest.slice(gap).trim();
}

/** The Markdown of each variant: if there are several, each begins with a heading. */
function sectionsOf(markdown: string, count: number): string[] {
  if (count === 1) return [markdown];
  const sections = markdown.split(/^## .*$/m).slice(1);
  return sections.length === count ? sections : [];
}

/** The text below each variant, such as the same ready to paste: it is in the text only, and in no field. */
export function appendicesOf(markdown: string, variants: ResultField[][]): string[] {
  const sections = sectionsOf(markdown, variants.length);
  return sections.map((section, place) => below(section, variants[place] ?? []));
}

/** The code of an appendix that is nothing but code, to copy it without its fence. */
export function codeOf(appendix: string): string | null {
  return appendix.match(/^```[^\n`]*\n((?:(?!```)[\s\S])*)\n```$/)?.[1] ?? null;
}
