import { expect, type Page } from "@playwright/test";

/** Texts whose spaces belong to what is written or read by a program. */
const PLAIN =
  "textarea, pre, code, kbd, samp, script, style, [contenteditable], .sw-preview, [data-plain-spaces]";

/** Runs in the page: breaks in Polish texts after a one-letter word, inside a number or before what it counts. */
function brokenLines(plain: string): string[] {
  const BREAKS = [
    /(?<![\p{L}\p{N}_.@/-])[aiouwz]\s+(?=\S)/giu,
    /\d\s(?=\d{2,3}(?!\d))/g,
    /\d\s(?=(?:zł|gr|[$€%]|g|kg|mm|cm|m|km|ml|l|px|kB|KB|MB|GB|s|ms|min)(?![\p{L}\p{N}]))/gu,
  ];
  const range = document.createRange();
  const place = (node: Text, at: number) => {
    if (at < 0 || at >= node.length) return undefined;
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  };
  const blockOf = (node: Text) => {
    let element = node.parentElement;
    while (element && getComputedStyle(element).display.startsWith("inline")) element = element.parentElement;
    return element;
  };
  /** A text, and the place of the character at an offset; the last one may be in the next node of its block. */
  const follows = (node: Text, at: number, next: Text | null) => {
    if (at < node.length) return place(node, at);
    return next && blockOf(next) === blockOf(node) ? place(next, next.data.search(/\S/)) : undefined;
  };
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (texts.nextNode()) nodes.push(texts.currentNode as Text);
  const shown = nodes.filter(({ data }) => data.trim());
  for (const [index, node] of shown.entries()) {
    const parent = node.parentElement;
    const isPolish = parent?.closest<HTMLElement>("[lang]")?.lang.startsWith("pl");
    if (!parent || !isPolish || parent.closest(plain)) continue;
    // A final space is followed by the next node.
    const next = shown[index + 1] ?? null;
    const text =
      /\s$/.test(node.data) && next ? `${node.data}${next.data.trimStart().slice(0, 3)}` : node.data;
    for (const pattern of BREAKS) {
      for (const match of text.matchAll(pattern)) {
        const before = place(node, match.index);
        const after = follows(node, match.index + match[0].length, next);
        if (before && after && after.top >= before.bottom - 1) {
          found.push(
            `…${text.slice(Math.max(0, match.index - 20), match.index + 20)}… in ${parent.tagName}.${parent.className}`,
          );
        }
      }
    }
  }
  return found;
}

/** Expects that no Polish line on the page ends with a one-letter word or inside a number with its unit. */
export async function expectWholeLines(page: Page, what: string) {
  expect(await page.evaluate(brokenLines, PLAIN), `lines: ${what}`).toEqual([]);
}
