const NBSP = "\u00a0";

/** One-letter words, which Polish never leaves at the end of a line. */
const HANGING = /(?<![\p{L}\p{N}_.@/-])([aiouwz]) (?=\S|$)/giu;
/** Between the groups of a number: "61 847 12 30". */
const GROUPS = /(?<=\d) (?=\d{2,3}(?!\d))/g;
/** Between a number and what it counts: "12 miejsc". */
const COUNTED = /(?<=\d) (?=\p{Ll}{1,12}(?![\p{L}\p{N}]))/gu;
/** Between a number, or its placeholder in a template, and its unit: "800 g", "{{price}} zł". */
const UNITS =
  /(?<=\d|\}\}) (?=(?:zł|gr|USD|EUR|PLN|[$€%]|°C|mg|g|dag|kg|mm|cm|m|km|ml|l|px|kB|KB|MB|GB|KiB|MiB|GiB|ms|s|min|h)(?![\p{L}\p{N}]))/gu;
/** A value and its limit: "12 / 30". */
const OF_LIMIT = /(?<=\d|\}\}) \/ (?=\d|\{\{)/g;

/** Text with non-breaking spaces where a line must not end; in languages other than Polish, only before units. */
export function glued(text: string, language = "pl"): string {
  if (!language.startsWith("pl")) return text.replace(UNITS, NBSP);
  return text
    .replace(HANGING, `$1${NBSP}`)
    .replace(GROUPS, NBSP)
    .replace(UNITS, NBSP)
    .replace(COUNTED, NBSP)
    .replace(OF_LIMIT, `${NBSP}/${NBSP}`);
}

/**
 * Text that keeps its spaces: what is edited, what a program reads, and previews, which break lines like the network.
 * Other elements are marked with `data-plain-spaces`.
 */
const PLAIN =
  "textarea, pre, code, kbd, samp, script, style, [contenteditable], .sw-preview, [data-plain-spaces]";

function glueNode(node: Text) {
  const element = node.parentElement;
  if (!element || !node.data.includes(" ") || element.closest(PLAIN)) return;
  const text = glued(node.data, element.closest<HTMLElement>("[lang]")?.lang);
  // One character at a time, so that the reader's selection stays where it is.
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== node.data[at]) node.replaceData(at, 1, NBSP);
  }
}

function glueTexts(root: Node) {
  if (root instanceof Text) return glueNode(root);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) glueNode(texts.currentNode as Text);
}

/**
 * Applies `glued` to all texts of the page, now and whenever they change: texts of the interface, of the server, of
 * modules and of results come from many places, and only the page sees them all. Data stays as it is.
 */
export function gluePage(root: HTMLElement = document.documentElement) {
  glueTexts(root);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") addedNodes.forEach(glueTexts);
      else glueTexts(target);
    }
    observer.takeRecords();
  });
  const lang = { attributes: true, attributeFilter: ["lang"] };
  observer.observe(root, { childList: true, characterData: true, subtree: true, ...lang });
  return () => observer.disconnect();
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
