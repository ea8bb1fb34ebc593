import type { Editor, JSONContent } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { blocksOf, isFootnote } from "./from-markdown";

const WORD_LIST = 'p[class*="MsoList"], p[style*="mso-list"]';

const levelOf = (item: Element) =>
  Number(item.getAttribute("style")?.match(/mso-list:[^;]*level(\d)/)?.[1] ?? 1);

/** What Word writes before the text of an item: a bullet or a number. */
function signOf(item: Element): string {
  const sign = [...item.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const text =
    sign?.textContent?.trim() ?? item.textContent?.trim().match(/^(?:[·•o§-]|\w{1,3}[.)])(?=\s)/)?.[0];
  sign?.remove();
  return text ?? "";
}

/** Word writes the items of a list as paragraphs with a sign in front; each becomes an item of a list of its level. */
function makeLists(page: Document) {
  for (const first of page.querySelectorAll(WORD_LIST)) {
    if (!first.isConnected) continue;
    const open: Element[] = [];
    let item: Element | null = first;
    while (item?.matches(WORD_LIST)) {
      const next: Element | null = item.nextElementSibling;
      const level = Math.min(levelOf(item), open.length + 1);
      const sign = signOf(item);
      open.length = Math.min(open.length, level);
      let list = open[level - 1];
      if (!list) {
        list = page.createElement(/^\w{1,3}[.)]$/.test(sign) ? "ol" : "ul");
        const parent = open[level - 2]?.lastElementChild;
        if (parent) parent.append(list);
        else item.before(list);
        open[level - 1] = list;
      }
      const made = page.createElement("li");
      made.append(...item.childNodes);
      list.append(made);
      item.remove();
      item = next;
    }
  }
}

/** A cell of a Markdown table is one line, and the first row is its head. */
function makeTables(page: Document) {
  for (const cell of page.querySelectorAll("td, th")) {
    for (const block of cell.querySelectorAll("p, div, li, h1, h2, h3, h4, h5, h6, br")) block.before(" ");
    const text = [...cell.querySelectorAll("p, div, ul, ol, li, h1, h2, h3, h4, h5, h6")];
    for (const block of text) block.replaceWith(...block.childNodes);
    for (const end of cell.querySelectorAll("br")) end.remove();
    cell.removeAttribute("colspan");
    cell.removeAttribute("rowspan");
  }
  for (const table of page.querySelectorAll("table"))
    for (const cell of table.querySelectorAll("tr")[0]?.querySelectorAll("td") ?? []) {
      const head = page.createElement("th");
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
}

/** The HTML of an office program with its lists, headings and tables, and without its styles. */
export function cleaned(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of page.querySelectorAll("style, script, meta, link, xml, title")) part.remove();
  // Google Docs wraps everything in an element that is bold and is not.
  for (const wrapper of page.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  makeLists(page);
  makeTables(page);
  // A heading is bold by itself.
  for (const heading of page.querySelectorAll("h1, h2, h3, h4, h5, h6"))
    for (const part of heading.querySelectorAll("b, strong, span")) part.replaceWith(...part.childNodes);
  for (const part of page.querySelectorAll("[class]")) part.removeAttribute("class");
  // Word breaks lines inside paragraphs at any place.
  return page.body.innerHTML.replace(/<!--[\s\S]*?-->/g, "").replace(/<\/?o:p[^>]*>/g, "");
}

/** Signs that plain prose rarely contains. */
const MARKDOWN = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^> \S/m,
  /^(?:```|~~~)/m,
  /^\|.*\|\s*\n\|?\s*:?-{3,}/m,
  /\*\*\S[^\n]*?\*\*/,
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/|#)[^)\s]*\)/,
];

export const isMarkdown = (text: string) => MARKDOWN.some((sign) => sign.test(text));

const plainOf = (text: string): JSONContent[] =>
  text.split(/\n{2,}/).map((part) => ({
    type: "paragraph",
    content: part
      .split("\n")
      .flatMap((line, place) => [
        ...(place > 0 ? [{ type: "hardBreak" }] : []),
        ...(line ? [{ type: "text", text: line }] : []),
      ]),
  }));

/** Inserts the plain text and then formats it, so that one undo returns to the plain text. */
function insertFormatted(view: EditorView, text: string) {
  const { schema } = view.state;
  const sliceOf = (content: JSONContent[]) => {
    const nodes = Fragment.fromArray(content.map((each) => schema.nodeFromJSON(each)));
    const open = (end: "firstChild" | "lastChild") => (nodes[end]?.type.name === "paragraph" ? 1 : 0);
    return new Slice(nodes, open("firstChild"), open("lastChild"));
  };
  // A footnote is pasted as its text.
  const blocks = blocksOf(text).flatMap(({ node, source }) =>
    node.type === "raw" && isFootnote(source) ? plainOf(source.trim()) : [node],
  );
  const formatted = sliceOf(blocks);
  const { from } = view.state.selection;
  const after = view.state.doc.content.size - view.state.selection.to;
  view.dispatch(closeHistory(view.state.tr).replaceSelection(sliceOf(plainOf(text))));
  const to = view.state.doc.content.size - after;
  const format = view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to));
  view.dispatch(closeHistory(format.replaceSelection(formatted)).scrollIntoView());
}

/** Plain text that is Markdown is pasted as what it means; true if it was. */
export function pasteMarkdown(editor: Editor, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n").trim() ?? "";
  const isPlain = !event.clipboardData?.types.includes("text/html");
  if (!isPlain || !isMarkdown(text) || editor.isActive("codeBlock") || editor.isActive("table")) return false;
  insertFormatted(editor.view, text);
  return true;
}
