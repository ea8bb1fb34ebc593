import { type Editor, getSchema, type JSONContent } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Node } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { EXTENSIONS } from "./extensions";
import { blocksOf, isFootnote, rawOf } from "./from-markdown";
import type { Style } from "./inline-markdown";
import { blockMarkdown } from "./to-markdown";

const schema = getSchema(EXTENSIONS);

const EMPTY: JSONContent[] = [{ type: "paragraph" }];

const docOf = (markdown: string): JSONContent => {
  const content = blocksOf(markdown).map(({ node }) => node);
  return { type: "doc", content: content.length > 0 ? content : EMPTY };
};

/** The document, checked; throws if its structure is not that of the editor. */
function checked(markdown: string): Node {
  const node = Node.fromJSON(schema, docOf(markdown));
  node.check();
  return node;
}

const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, place) => node.child(place));

const isCode = ({ marks }: JSONContent) => (marks ?? []).some(({ type }) => type === "code");

/** The content of lines without the white space at one end of each; `nodes` begin at that end. */
function trimmed(nodes: JSONContent[], trim: (text: string) => string): JSONContent[] {
  let isEnd = true;
  return nodes.flatMap((node) => {
    const isText = node.type === "text" && !isCode(node);
    const text = isEnd && isText ? trim(node.text ?? "") : node.text;
    if (isText && !text) return [];
    isEnd = node.type === "hardBreak";
    return [isText ? { ...node, text } : node];
  });
}

/** White space around a line has no meaning. */
const linesOf = (nodes: JSONContent[]): JSONContent[] =>
  trimmed(trimmed(nodes, (text) => text.trimStart()).reverse(), (text) => text.trimEnd()).reverse();

/** A node without what has no meaning: whether a list is loose, and white space around lines. */
function meaningOf({ attrs, content, ...node }: JSONContent): JSONContent {
  const { isLoose: _, ...kept } = attrs ?? {};
  const isLines = node.type === "paragraph" || node.type === "heading";
  const parts = isLines ? linesOf(content ?? []) : content?.map(meaningOf);
  return { ...node, attrs: kept, ...(parts && { content: parts }) };
}

/** How a block may be written, from the plainest. Escapes are written only where the text would mean something else. */
const STYLES: Style[] = [
  { hasBareLinks: true, escapes: "none" },
  { hasBareLinks: true, escapes: "few" },
  { hasBareLinks: true },
  {},
];

/** A definition gives brackets a meaning anywhere in the text. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:/m;

type Written = { text: string; isRead: boolean };

/** A block as Markdown that is read as the same block, if it can be written so. */
function tried(node: Node, previous: Node | undefined, hasDefinitions: boolean): Written {
  const wanted = JSON.stringify(meaningOf(node.toJSON()));
  const reads = (markdown: string) => {
    try {
      const read = checked(markdown);
      // The text of a footnote needs no signs.
      if (node.type.name === "paragraph" && isFootnote(read.child(0).attrs.source))
        return read.childCount === 1;
      return read.childCount === 1 && JSON.stringify(meaningOf(read.child(0).toJSON())) === wanted;
    } catch {
      return false;
    }
  };
  let text = "";
  for (const style of hasDefinitions ? STYLES.slice(2) : STYLES) {
    text = blockMarkdown(node, previous, style);
    if (reads(text)) return { text, isRead: true };
  }
  return { text, isRead: false };
}

/** A text in the editor: its content, and how to write it back. */
export type Opened = {
  content: JSONContent;
  /** The start of its first text. */
  caret: number;
  /** The Markdown of the edited document. Blocks that were not edited keep theirs, letter by letter. */
  write: (doc: JSONContent) => string;
  /** The texts that an undo may return to, newest first. */
  texts: Text[];
};

type Text = { root: Node; markdown: string; known: Known[] };

/** A block with something that the editor would write in another way than it reads stays its source. */
function knownOf(markdown: string): Known[] {
  const hasDefinitions = DEFINITION.test(markdown);
  return blocksOf(markdown).map((block, place) => {
    const node = Node.fromJSON(schema, block.node);
    const isKnown = node.type.name === "raw" || tried(node, undefined, hasDefinitions).isRead;
    return { ...block, place, node: isKnown ? node : Node.fromJSON(schema, rawOf(block.source)) };
  });
}

/** Opens a Markdown text for the editor; `before` is what was open before it in the same editor. */
export function open(markdown: string, before?: Opened): Opened {
  const known = knownOf(markdown);
  const content = known.map(({ node }) => node.toJSON() as JSONContent);
  // After a last block without text, the caret needs a paragraph; it is not written.
  const hasEnd = known.at(-1)?.node.isAtom === false;
  const root = Node.fromJSON(schema, { type: "doc", content: hasEnd ? content : [...content, ...EMPTY] });
  const texts = [{ root, markdown, known }, ...(before?.texts ?? [])];
  return {
    content: root.toJSON(),
    caret: Selection.findFrom(root.resolve(0), 1, true)?.from ?? 0,
    write: (doc) => write(Node.fromJSON(schema, doc), texts),
    texts,
  };
}

/** Shows another text in an editor, as one step of its history. */
export function replaceAll(editor: Editor, { content, caret }: Opened) {
  editor.view.dispatch(closeHistory(editor.state.tr));
  editor.commands.setContent(content, { emitUpdate: false });
  editor.commands.setTextSelection(caret);
  editor.view.dispatch(closeHistory(editor.state.tr));
}

type Known = { node: Node; source: string; gap: string; place: number };

function write(doc: Node, texts: Text[]): string {
  const same = texts.find(({ root }) => doc.eq(root));
  if (same) return same.markdown;
  const [{ markdown, known } = { markdown: "", known: [] }, ...older] = texts;
  // They have no place in the newest text.
  const others = older.flatMap(({ known }) => known.map((each) => ({ ...each, place: Number.NaN })));
  const hasDefinitions = DEFINITION.test(markdown);
  let text = "";
  let before: { node: Node; block: Known | undefined } | undefined;
  for (const node of childrenOf(doc)) {
    if (node.type.name === "paragraph" && node.childCount === 0) continue;
    const expected = (before?.block?.place ?? -1) + 1;
    const isNext = known[expected]?.node.eq(node);
    const block = isNext ? known[expected] : [...known, ...others].find((each) => each.node.eq(node));
    const isAfter = before && block && before.block && block.place === before.block.place + 1;
    if (before) text += isAfter ? block.gap : "\n\n";
    const isKept = block && !joins(before?.node, node, isAfter);
    text += isKept ? block.source : tried(node, before?.node, hasDefinitions).text;
    before = { node, block };
  }
  return text;
}

/** Whether a list would continue the list before it. */
const joins = (previous: Node | undefined, node: Node, isAfter: boolean | undefined) =>
  !isAfter && previous?.type === node.type && /List$/.test(node.type.name);
