import type { Mark, Node } from "@tiptap/pm/model";

/** Which characters with a meaning are escaped: all, those that begin something alone, or none. */
type Escapes = "all" | "few" | "none";

/** How a text is written: as one line, in a cell of a table, with addresses as they are, and with which escapes. */
export type Style = { isLine?: boolean; isCell?: boolean; hasBareLinks?: boolean; escapes?: Escapes };

/** Marks from the outside to the inside. */
const ORDER = ["link", "bold", "italic", "strike", "code"] as const;

const ALNUM = /[\p{L}\p{N}]/u;
/** Two spaces: programs that ignore single line breaks keep this one. */
const BREAK = "  \n";

const first = (text: string) => [...text][0] ?? "";
const last = (text: string) => [...text.slice(-2)].at(-1) ?? "";

/** The brackets of a reference to a footnote, such as [^1], are no link. */
const SIGNS: Record<Escapes, RegExp> = {
  all: /[\\`*<~]|\[(?!\^[^\]\s]+\])|(?<!\[\^[^\]\s]+)\]|&(?=(?:lt|gt|quot|#39|amp);)/g,
  few: /[\\`*<]|&(?=(?:lt|gt|quot|#39|amp);)/g,
  none: /(?!)/g,
};

/** Characters with a meaning inside a line. An underscore inside a word has none. */
function escaped(text: string, before: string, after: string, escapes: Escapes = "all"): string {
  if (escapes === "none") return text;
  return text.replace(SIGNS[escapes], "\\$&").replace(/_/g, (sign, place: number) => {
    const left = place > 0 ? last(text.slice(0, place)) : before;
    const right = first(text.slice(place + 1)) || after;
    return ALNUM.test(left) && ALNUM.test(right) ? sign : `\\${sign}`;
  });
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .*\S.* $/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

const titleOf = (title: unknown) => (title ? ` "${String(title).replace(/["\\]/g, "\\$&")}"` : "");
const target = (href: unknown) => {
  const text = String(href ?? "");
  return /^[^\s()<>]+$/.test(text) ? text : `<${text.replace(/[<>]/g, "\\$&")}>`;
};

/** What a node is as plain text, to know its first and last character. */
const plainOf = (node: Node | undefined) =>
  node === undefined ? "" : node.isText ? (node.text ?? "") : node.type.name === "hardBreak" ? "\n" : "!";

/**
 * Signs around a text. White space stays outside of them, and so does punctuation at a word, beside which the signs
 * would have no effect.
 */
function wrapped(text: string, signs: string, before: string, after: string): string {
  const [, start = "", core = "", end = ""] = text.match(/^(\s*)([\s\S]*?)(\s*)$/) ?? [];
  if (!core) return text;
  const opens = !start && ALNUM.test(before) ? (core.match(/^\\?[\p{P}\p{S}]+/u)?.[0] ?? "") : "";
  const rest = core.slice(opens.length);
  const closes = !end && ALNUM.test(after) ? (rest.match(/(?:\\?[\p{P}\p{S}])+$/u)?.[0] ?? "") : "";
  const inner = rest.slice(0, rest.length - closes.length);
  return inner ? `${start}${opens}${signs}${inner}${signs}${closes}${end}` : text;
}

function marked(mark: Mark, text: string, before: string, after: string, style: Style): string {
  switch (mark.type.name) {
    case "link": {
      const { href, title } = mark.attrs;
      if (style.hasBareLinks && !title && text.replaceAll("\\", "") === href) return String(href);
      return `[${text}](${target(href)}${titleOf(title)})`;
    }
    case "bold":
      return wrapped(text, "**", before, after);
    case "strike":
      return wrapped(text, "~~", before, after);
    default:
      // An underscore has no effect inside a word, an asterisk beside another one.
      return wrapped(text, ALNUM.test(before) || ALNUM.test(after) ? "*" : "_", before, after);
  }
}

function leaf(node: Node, before: string, after: string, style: Style): string {
  if (node.type.name === "hardBreak") return style.isLine ? " " : BREAK;
  if (node.type.name === "rawInline") return String(node.attrs.source);
  if (node.type.name === "image") {
    const { src, alt, title } = node.attrs;
    return `![${escaped(String(alt), "", "", style.escapes)}](${target(src)}${titleOf(title)})`;
  }
  const text = node.text ?? "";
  return node.marks.some(({ type }) => type.name === "code")
    ? codeSpan(text)
    : escaped(text, before, after, style.escapes);
}

type Run = { mark: Mark | undefined; nodes: Node[] };

/** Neighbours with the same mark of a kind, or without one. */
function runsOf(nodes: Node[], kind: string): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) {
    const mark = node.marks.find(({ type }) => type.name === kind);
    const run = runs.at(-1);
    const isSame = run && (mark ? run.mark && mark.eq(run.mark) : !run.mark);
    if (run && isSame) run.nodes.push(node);
    else runs.push({ mark, nodes: [node] });
  }
  return runs;
}

function written(nodes: Node[], depth: number, before: string, after: string, style: Style): string {
  const kind = ORDER[depth];
  if (kind === undefined || kind === "code")
    return nodes
      .map((node, place) =>
        leaf(
          node,
          last(plainOf(nodes[place - 1])) || before,
          first(plainOf(nodes[place + 1])) || after,
          style,
        ),
      )
      .join("");
  const runs = runsOf(nodes, kind);
  return runs
    .map(({ mark, nodes: part }, place) => {
      const left = last(plainOf(runs[place - 1]?.nodes.at(-1))) || before;
      const right = first(plainOf(runs[place + 1]?.nodes[0])) || after;
      const inside = kind === "link" && mark ? (["", ""] as const) : ([left, right] as const);
      const text = written(part, depth + 1, ...inside, style);
      return mark ? marked(mark, text, left, right, style) : text;
    })
    .join("");
}

/** The start of a line that would open another block. */
const OPENS =
  /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|={1,}\s*$|-{2,}\s*$|\|?\s*:?-+:?\s*(?:\||$))/;

function safeLine(line: string): string {
  const text = line.trimStart();
  const found = text.match(OPENS)?.[0];
  if (found === undefined) return text;
  // The sign after a number is escaped, not the number.
  return /^\d/.test(found) ? text.replace(found, `${found}\\`) : `\\${text}`;
}

/** The content of a paragraph, a heading or a cell as Markdown. */
export function inlineMarkdown(block: Node, style: Style = {}): string {
  const nodes: Node[] = [];
  block.forEach((node) => {
    nodes.push(node);
  });
  const text = written(nodes, 0, "", "", style)
    .replace(/\s+$/, "")
    .replace(/[^\S\n]{3,}\n/g, BREAK);
  if (style.isCell) return text.replaceAll("|", "\\|").trim();
  return style.isLine ? text.trim() : text.split("\n").map(safeLine).join("\n");
}
