const NBSP = "\u00a0";

/** One-letter words, which Polish never leaves at the end of a line. */
const HANGING = /(?<![\p{L}\p{N}_.@/-])([aiouwz]) (?=\S|$)/giu;
/** Between the groups of a number: "61 847". */
const GROUPS = /(?<=\d) (?=\d{3}(?!\d))/g;
/** Between a number, or its placeholder in a template, and its unit: "800 g", "{{price}} zł". */
const UNITS =
  /(?<=\d|\}\}) (?=(?:zł|gr|USD|EUR|PLN|[$€%]|°C|mg|g|dag|kg|mm|cm|m|km|ml|l|px|kB|KB|MB|GB|min|h|tys|mln|mld)(?![\p{L}\p{N}]))/gu;
/** A value and its limit: "12 / 30". */
const OF_LIMIT = /(?<=\d|\}\}) \/ (?=\d|\{\{)/g;

/**
 * Polish text with non-breaking spaces where a line must not end. For text on the product's screens:
 * copied, exported, edited or sent text keeps its plain spaces, and so does a preview, which breaks lines like the
 * network. `language` is that of the text; other languages are not changed.
 */
export function glued(text: string, language = "pl"): string {
  if (!language.startsWith("pl")) return text;
  return text
    .replace(HANGING, `$1${NBSP}`)
    .replace(GROUPS, NBSP)
    .replace(UNITS, NBSP)
    .replace(OF_LIMIT, `${NBSP}/${NBSP}`);
}

/** Applies this to all texts of a resource. */
export function gluedTexts(texts: object): object {
  const entries = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === "string" ? glued(value) : gluedTexts(value),
  ]);
  return Object.fromEntries(entries);
}

/** Puts plain spaces into a copied selection, in both formats that editors paste. */
export function copyPlainSpaces() {
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    // A selection inside an input is not part of the page's selection, and is unchanged.
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
