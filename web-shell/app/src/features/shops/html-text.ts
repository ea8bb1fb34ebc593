/** A block of a text as it is read: a paragraph, a heading, an entry of a list, a cell of a table. */
export type Block = { kind: "text" | "heading" | "entry"; text: string };

const HEADINGS = /^H[1-6]$/;
const ENTRIES = ["LI", "DT", "DD"];
/** Elements that begin a block. Others are part of the text around them. */
const BLOCKS =
  /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|CAPTION|CENTER|DD|DETAILS|DIV|DL|DT|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL)$/;
/** Elements whose content is not read. */
const SILENT = ["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "TITLE", "IFRAME", "OBJECT", "SVG"];

const tidy = (text: string) => text.replace(/[ \t\n\r\f]+/g, " ").trim();

/** HTML as a document that runs and loads nothing. */
export const parsed = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

const kindOf = (element: Element): Block["kind"] => {
  if (HEADINGS.test(element.tagName)) return "heading";
  return element.closest(ENTRIES.join(",")) ? "entry" : "text";
};

/** The readable blocks of HTML. */
export function blocksOfHtml(html: string): Block[] {
  const blocks: Block[] = [];
  let open: Block = { kind: "text", text: "" };
  const close = (next: Block["kind"]) => {
    const text = tidy(open.text);
    if (text) blocks.push({ ...open, text });
    open = { kind: next, text: "" };
  };
  const read = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) open.text += node.nodeValue ?? "";
    if (!(node instanceof Element) || SILENT.includes(node.tagName.toUpperCase())) return;
    if (node.tagName === "BR") return close(open.kind);
    if (node.tagName === "IMG") open.text += ` ${node.getAttribute("alt") ?? ""} `;
    const before = open.kind;
    const isBlock = BLOCKS.test(node.tagName);
    if (isBlock) close(kindOf(node));
    for (const child of node.childNodes) read(child);
    if (isBlock) close(before);
  };
  read(parsed(html).body);
  close("text");
  return blocks;
}

/** The lines of a text without markup. */
export const blocksOfText = (text: string): Block[] =>
  text
    .split("\n")
    .map(tidy)
    .filter(Boolean)
    .map((line) => ({ kind: "text", text: line }));

/** Whether a text is written in HTML. */
export type Format = "line" | "plain" | "html";

export const blocksOf = (text: string, format: Format): Block[] =>
  format === "html" ? blocksOfHtml(text) : blocksOfText(text);
