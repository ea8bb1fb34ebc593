const NBSP = "\u00a0";

/** Words of one letter, which Polish never leaves at the end of a line. */
const HANGING = /(?<![\p{L}\p{N}_.@/-])([aiouwz]) (?=\S|$)/giu;
/** Between the groups of a number: "61 847". */
const GROUPS = /(?<=\d) (?=\d{3}(?!\d))/g;
/** Between a number, or the place of one in a template, and its unit: "800 g", "{{price}} zł". */
const UNITS =
  /(?<=\d|\}\}) (?=(?:zł|gr|USD|EUR|PLN|[$€%]|°C|mg|g|dag|kg|mm|cm|m|km|ml|l|px|kB|KB|MB|GB|min|h|tys|mln|mld)(?![\p{L}\p{N}]))/gu;
/** A value and its limit: "12 / 30". */
const OF_LIMIT = /(?<=\d|\}\}) \/ (?=\d|\{\{)/g;

/**
 * Polish text with spaces that do not break where a line must not end. It is for text that is read on our own screens:
 * what is copied, exported, edited or sent keeps its plain spaces, and so does a preview, which breaks its lines as the
 * network does. `language` is that of the text; text of other languages is left alone.
 */
export function glued(text: string, language = "pl"): string {
  if (!language.startsWith("pl")) return text;
  return text
    .replace(HANGING, `$1${NBSP}`)
    .replace(GROUPS, NBSP)
    .replace(UNITS, NBSP)
    .replace(OF_LIMIT, `${NBSP}/${NBSP}`);
}

/** Texts by their keys, each of them glued. */
export function gluedTexts(texts: object): object {
  const entries = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === "string" ? glued(value) : gluedTexts(value),
  ]);
  return Object.fromEntries(entries);
}

/** Gives whoever copies a selection of the page plain spaces, in both shapes that editors paste. */
export function copyPlainSpaces() {
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    // What is selected inside an input is no part of the page's selection, and is as it was typed.
    if (!selection?.rangeCount || selection.isCollapsed || !selection.toString().trim()) return;
    const box = document.createElement("div");
    box.append(selection.getRangeAt(0).cloneContents());
    if (event.defaultPrevented || !box.textContent.includes(NBSP)) return;
    const plain = (text: string) => text.replaceAll(NBSP, " ").replaceAll("&nbsp;", " ");
    event.clipboardData?.setData("text/plain", plain(selection.toString()));
    event.clipboardData?.setData("text/html", plain(box.innerHTML));
    event.preventDefault();
  });
}
