const BREAKS = /[\n\r;]+/;

/** The items of a pasted text: its lines, or else the parts between semicolons, or else between commas. */
export function itemsOf(text: string): string[] {
  const clean = (pieces: string[]) => pieces.map((piece) => piece.trim()).filter(Boolean);
  const items = clean(text.split(BREAKS));
  // "1,5 kg" is one item: only a comma before a space ends one.
  return items.length > 1 ? items : clean(text.split(/,\s+/));
}

/** The items with further ones appended, trimmed, without duplicates; case is ignored. */
export function withItems(items: string[], more: string[]): string[] {
  const found = new Map<string, string>();
  for (const item of [...items, ...more].map((item) => item.trim()).filter(Boolean)) {
    const key = item.toLocaleLowerCase();
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}
