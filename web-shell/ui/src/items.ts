const BREAKS = /[\n\r;]+/;

/** The items of a pasted text: its lines, or else the parts between semicolons, or else between commas. */
export function itemsOf(text: string): string[] {
  const clean = (pieces: string[]) => pieces.map((piece) => piece.trim()).filter(Boolean);
  const items = clean(text.split(BREAKS));
  // "1,5 kg" is one item: only a comma before a space ends one.
  return items.length > 1 ? items : clean(text.split(/,\s+/));
}

/** A comma between digits is part of a number, such as a price; one behind the last digit may become part of it. */
const ENDS = /[;\n]|(?<!\d),|,(?=\D)/;

/** The finished items of a text that is being typed, and what is not finished yet. */
export function typedItems(text: string): { items: string[]; rest: string } {
  const pieces = text.split(ENDS);
  const rest = (pieces.pop() ?? "").trimStart();
  return { items: pieces.map((piece) => piece.trim()).filter(Boolean), rest };
}

/** A comma that would have ended an item, but was the last sign of it. */
const LAST_COMMA = /[\s,;]+$/;

/** The items with further ones appended, trimmed, without duplicates; case is ignored. */
export function withItems(items: string[], more: string[]): string[] {
  const found = new Map<string, string>();
  for (const item of [...items, ...more].map((item) => item.trim().replace(LAST_COMMA, "")).filter(Boolean)) {
    const key = item.toLocaleLowerCase();
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}
