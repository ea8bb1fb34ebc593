import type { Node } from "@tiptap/pm/model";
import { inlineMarkdown, type Style } from "./inline-markdown";

const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, place) => node.child(place));

const indented = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);

function codeBlock(node: Node): string {
  const text = node.textContent;
  const longest = Math.max(2, ...(text.match(/^\s*`{3,}/gm) ?? []).map((run) => run.trim().length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${node.attrs.language ?? ""}\n${text}\n${fence}`;
}

/** The signs of a list: other ones than those of a list right before it, which would contain its items. */
function listOf(node: Node, isSecond: boolean, style: Style): string {
  const start = Number(node.attrs.start ?? 1);
  const hasParagraphs = childrenOf(node).some((item) => childrenOf(item).filter(isParagraph).length > 1);
  const isLoose = node.attrs.isLoose || hasParagraphs;
  const items = childrenOf(node).map((item, place) => {
    const sign =
      node.type.name === "orderedList" ? `${start + place}${isSecond ? ")" : "."}` : isSecond ? "*" : "-";
    return `${sign} ${indented(itemOf(item, isLoose, style), sign.length + 1)}`.trimEnd();
  });
  return items.join(isLoose ? "\n\n" : "\n");
}

const isParagraph = ({ type }: Node) => type.name === "paragraph";
const isList = ({ type }: Node) => type.name === "bulletList" || type.name === "orderedList";

/** A list right below the text of an item needs no empty line, but a loose list has one. */
function itemOf(item: Node, isLoose: boolean, style: Style): string {
  const blocks = childrenOf(item);
  return blocks
    .map((block, place) => {
      const previous = blocks[place - 1];
      const isBelow = !isLoose && isList(block) && previous && isParagraph(previous);
      const gap = place === 0 ? "" : isBelow ? "\n" : "\n\n";
      return gap + blockMarkdown(block, previous, style);
    })
    .join("");
}

const SIDES: Record<string, string> = { left: ":--", right: "--:", center: ":-:" };

function tableOf(node: Node, style: Style): string {
  const rows = childrenOf(node).map((row) =>
    childrenOf(row).map((cell) =>
      childrenOf(cell)
        .map((paragraph) => inlineMarkdown(paragraph, { ...style, isLine: true, isCell: true }))
        .join(" "),
    ),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...body] = rows.map(line);
  const sides = childrenOf(node.child(0)).map(({ attrs }) => SIDES[String(attrs.align)] ?? "---");
  return [head, line(sides), ...body].join("\n");
}

/** A block as Markdown; `previous` is the block before it. */
export function blockMarkdown(node: Node, previous?: Node, style: Style = { hasBareLinks: true }): string {
  switch (node.type.name) {
    case "heading":
      return `${"#".repeat(node.attrs.level)} ${inlineMarkdown(node, { ...style, isLine: true })}`.trimEnd();
    case "paragraph":
      return inlineMarkdown(node, style);
    case "blockquote":
      return blocksMarkdown(childrenOf(node), style)
        .replace(/^/gm, "> ")
        .replace(/ +$/gm, (end) => end.slice(1));
    case "codeBlock":
      return codeBlock(node);
    case "raw":
      return String(node.attrs.source);
    case "horizontalRule":
      return "---";
    case "table":
      return tableOf(node, style);
    default:
      return listOf(node, previous?.type === node.type, style);
  }
}

const isEmpty = (node: Node) => isParagraph(node) && node.childCount === 0;

export function blocksMarkdown(nodes: Node[], style?: Style): string {
  const kept = nodes.filter((node) => !isEmpty(node));
  return kept.map((node, place) => blockMarkdown(node, kept[place - 1], style)).join("\n\n");
}
