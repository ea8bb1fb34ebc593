import { getSchema, type JSONContent } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { EXTENSIONS } from "./extensions";
import { blocksOf, UnknownMarkdown } from "./from-markdown";
import { blockMarkdown } from "./to-markdown";

const schema = getSchema(EXTENSIONS);

const docOf = (markdown: string): JSONContent => {
  const content = blocksOf(markdown).map(({ node }) => node);
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
};

/** The document, checked; throws if its structure is not that of the editor. */
function checked(markdown: string): Node {
  const node = Node.fromJSON(schema, docOf(markdown));
  node.check();
  return node;
}

const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, place) => node.child(place));

const reads = (markdown: string, node: Node): boolean => {
  try {
    const read = checked(markdown);
    return read.childCount === 1 && read.child(0).eq(node);
  } catch {
    return false;
  }
};

/** A block as Markdown that is read as the same block: with addresses as they are, if they are then links. */
function written(node: Node, previous?: Node): string {
  const plain = blockMarkdown(node, previous);
  return reads(plain, node) ? plain : blockMarkdown(node, previous, {});
}

/** A text in the editor: its content, and how to write it back. */
export type Opened = {
  content: JSONContent;
  /** The Markdown of the edited document. Blocks that were not edited keep theirs, letter by letter. */
  write: (doc: JSONContent) => string;
};

/**
 * Opens a Markdown text for the editor. Null if a block contains something that the editor does not know, or would
 * write in another way than it reads.
 */
export function open(markdown: string): Opened | null {
  try {
    const root = checked(markdown);
    const known = blocksOf(markdown).map((block, place) => ({ ...block, place, node: root.child(place) }));
    if (!known.every(({ node }) => reads(written(node), node))) return null;
    return {
      content: root.toJSON(),
      write: (doc) => write(Node.fromJSON(schema, doc), root, markdown, known),
    };
  } catch {
    return null;
  }
}

/** What the editor does not know in a text, with the start of it. */
export type Unknown = { kind: "html" | "task" | "other"; source: string };

/** The longest start that is shown. */
const START = 40;

const startOf = (source: string) => {
  const line = source.trim().split("\n")[0] ?? "";
  return line.length > START ? `${line.slice(0, START).trimEnd()}…` : line;
};

/** The first part because of which `open` returns null. */
export function unknownIn(markdown: string): Unknown {
  try {
    const root = checked(markdown);
    const blocks = blocksOf(markdown);
    const block = blocks.find((_, place) => !reads(written(root.child(place)), root.child(place)));
    return { kind: "other", source: startOf(block?.source ?? markdown) };
  } catch (problem) {
    if (!(problem instanceof UnknownMarkdown)) return { kind: "other", source: startOf(markdown) };
    const { kind, source } = problem;
    // Of an HTML block, its first tag.
    if (kind === "html") return { kind, source: startOf(source.match(/<[^>]*>/)?.[0] ?? source) };
    return { kind: kind === "task" ? kind : "other", source: startOf(source) };
  }
}

type Known = { node: Node; source: string; gap: string; place: number };

function write(doc: Node, root: Node, markdown: string, known: Known[]): string {
  if (doc.eq(root)) return markdown;
  let text = "";
  let before: { node: Node; block: Known | undefined } | undefined;
  for (const node of childrenOf(doc)) {
    if (node.type.name === "paragraph" && node.childCount === 0) continue;
    const expected = (before?.block?.place ?? -1) + 1;
    const isNext = known[expected]?.node.eq(node);
    const block = isNext ? known[expected] : known.find((each) => each.node.eq(node));
    const isAfter = before && block && before.block && block.place === before.block.place + 1;
    if (before) text += isAfter ? block.gap : "\n\n";
    text += block && !joins(before?.node, node, isAfter) ? block.source : written(node, before?.node);
    before = { node, block };
  }
  return text;
}

/** Whether a list would continue the list before it. */
const joins = (previous: Node | undefined, node: Node, isAfter: boolean | undefined) =>
  !isAfter && previous?.type === node.type && /List$/.test(node.type.name);
