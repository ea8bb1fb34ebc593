import { plain } from "@sitewright/ui/entities";
import type { JSONContent } from "@tiptap/core";
import { lexer, type Token, Tokenizer, type Tokens } from "marked";

/** The text contains something that the editor does not know, such as a task list or a footnote. */
class UnknownMarkdown extends Error {}

/** A block of a text, with its Markdown and the white space before it. */
export type Block = { node: JSONContent; source: string; gap: string };

type Mark = { type: string; attrs?: Record<string, unknown> };

/** Something that is shown as its source. */
export const rawOf = (source: string): JSONContent => ({ type: "raw", attrs: { source } });

/** A footnote, which would otherwise be read as the definition of a link. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/m;

export const isFootnote = (source: unknown) => FOOTNOTE.test(String(source));

class WithFootnotes extends Tokenizer {
  override def(source: string) {
    return source.search(FOOTNOTE) === 0 ? undefined : super.def(source);
  }
}

/** A block; what the editor does not know stays as it is written. */
function knownBlock(token: Token, source: string): JSONContent {
  try {
    return token.type === "paragraph" && isFootnote(source) ? rawOf(source) : blockOf(token);
  } catch (problem) {
    if (problem instanceof UnknownMarkdown) return rawOf(source);
    throw problem;
  }
}

/** The white space at the end of the line of a place. */
const restOf = (markdown: string, place: number) => /^[^\S\n]*/.exec(markdown.slice(place))?.[0] ?? "";

/** The blocks of a Markdown text, read as the page shows it. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let gap = "";
  let end = 0;
  for (const token of lexer(markdown, { gfm: true, breaks: true, tokenizer: new WithFootnotes() })) {
    if (token.type === "space") {
      gap += token.raw;
      continue;
    }
    const text = token.raw.trimEnd();
    // Some tokens lack the white space after them; a text with other ends of lines is not found.
    const start = markdown.indexOf(text, end);
    const source = start < 0 ? text : text + restOf(markdown, start + text.length);
    blocks.push({ node: knownBlock(token, text), source, gap: start < 0 ? gap : markdown.slice(end, start) });
    if (start >= 0) end = start + source.length;
    gap = token.raw.slice(text.length);
  }
  return blocks;
}

const blockNodes = (tokens: Token[]) => tokens.filter(({ type }) => type !== "space").map(blockOf);

function blockOf(token: Token): JSONContent {
  switch (token.type) {
    case "heading":
      return { type: "heading", attrs: { level: token.depth }, content: inline(token.tokens) };
    case "paragraph":
      return { type: "paragraph", content: inline(token.tokens) };
    // The text of an item of a list.
    case "text":
      return { type: "paragraph", content: inline(token.tokens ?? [token]) };
    case "blockquote":
      return { type: "blockquote", content: blockNodes(token.tokens ?? []) };
    case "code":
      return codeOf(token as Tokens.Code);
    case "hr":
      return { type: "horizontalRule" };
    case "list":
      return listOf(token as Tokens.List);
    case "table":
      return tableOf(token as Tokens.Table);
    default:
      throw new UnknownMarkdown(token.type);
  }
}

const codeOf = ({ text, lang }: Tokens.Code): JSONContent => ({
  type: "codeBlock",
  attrs: { language: lang || null },
  content: text ? [{ type: "text", text }] : [],
});

function listOf({ ordered, start, loose, items }: Tokens.List): JSONContent {
  const content = items.map((item) => {
    if (item.task) throw new UnknownMarkdown("task");
    const blocks = blockNodes(item.tokens);
    return { type: "listItem", content: blocks.length > 0 ? blocks : [{ type: "paragraph" }] };
  });
  return ordered
    ? { type: "orderedList", attrs: { start: start === "" ? 1 : start, type: null, isLoose: loose }, content }
    : { type: "bulletList", attrs: { isLoose: loose }, content };
}

function tableOf({ header, rows }: Tokens.Table): JSONContent {
  const row = (type: string, cells: Tokens.TableCell[]): JSONContent => ({
    type: "tableRow",
    content: cells.map(({ tokens, align }) => ({
      type,
      attrs: { align },
      content: [{ type: "paragraph", content: inline(tokens) }],
    })),
  });
  return {
    type: "table",
    content: [row("tableHeader", header), ...rows.map((cells) => row("tableCell", cells))],
  };
}

const textOf = (text: string, marks: Mark[]): JSONContent[] => (text ? [{ type: "text", text, marks }] : []);

const inlineText = ({ tokens, text }: Tokens.Text, marks: Mark[]) =>
  tokens ? inline(tokens, marks) : textOf(plain(text), marks);

function inline(tokens: Token[] | undefined, marks: Mark[] = []): JSONContent[] {
  return (tokens ?? []).flatMap((token) => inlineOf(token, marks));
}

function inlineOf(token: Token, marks: Mark[]): JSONContent[] {
  const within = (mark: Mark) => inline((token as Tokens.Generic).tokens, [...marks, mark]);
  switch (token.type) {
    case "text":
      return inlineText(token as Tokens.Text, marks);
    case "escape":
      return textOf(token.text, marks);
    case "br":
      return [{ type: "hardBreak", marks }];
    case "strong":
      return within({ type: "bold" });
    case "em":
      return within({ type: "italic" });
    case "del":
      return within({ type: "strike" });
    case "codespan":
      return textOf(plain(token.text), [...marks, { type: "code" }]);
    case "link":
      return within({ type: "link", attrs: { href: token.href, title: token.title || null } });
    case "image":
      return [
        { type: "image", attrs: { src: token.href, alt: token.text, title: token.title || null }, marks },
      ];
    case "html":
      return [{ type: "rawInline", attrs: { source: token.raw }, marks }];
    default:
      throw new UnknownMarkdown(token.type);
  }
}
