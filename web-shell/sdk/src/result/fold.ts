import { clusters } from "./letters";
import { graphemes } from "./units";

export type Fold = {
  /** The visible amount before "see more". */
  limit: number;
  /** The unit of the limit; characters by default. */
  measure?: (text: string) => number;
  /** The most visible lines, since line breaks fold a text too. */
  lines?: number;
};

/** The visible text, and the text behind "see more"; `hidden` is empty if all is visible. */
export type Folded = { shown: string; hidden: string };

/** The number of pieces that fit. */
function fitting(pieces: string[], limit: number, measure: (text: string) => number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(pieces.slice(0, middle).join("")) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The end of the last whole word; an overlong single word is broken. */
function wordEnd(text: string, next: string): string {
  if (/^\s/.test(next)) return text;
  const end = text.search(/\s\S*$/);
  return end > 0 ? text.slice(0, end) : text;
}

/** Folds a text as a feed does: after a whole word, never inside a character. */
export function folded(text: string, { limit, measure = graphemes, lines }: Fold): Folded {
  const rows = text.split("\n");
  const visible = lines && rows.length > lines ? rows.slice(0, lines).join("\n") : text;
  const pieces = clusters(visible);
  const count = fitting(pieces, limit, measure);
  const cut = count < pieces.length ? wordEnd(pieces.slice(0, count).join(""), pieces[count] ?? "") : visible;
  if (cut === text) return { shown: text, hidden: "" };
  const shown = cut.trimEnd();
  return { shown, hidden: text.slice(shown.length) };
}
