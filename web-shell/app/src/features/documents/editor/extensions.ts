import { mergeAttributes, Node } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";

/** A picture as its description: loading an external picture would reveal the reader to its server. */
const Picture = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" }, title: { default: null } }),
  renderHTML: ({ node, HTMLAttributes }) => [
    "span",
    mergeAttributes(
      { class: "document-picture", role: "img", "aria-label": node.attrs.alt },
      HTMLAttributes,
      {
        src: null,
        alt: null,
      },
    ),
    node.attrs.alt || node.attrs.src,
  ],
  parseHTML: () => [],
});

/** A cell of a Markdown table is one line. */
const align = { default: null, parseHTML: () => null, renderHTML: cellStyle };
const cell = { content: "paragraph", addAttributes: cellAttributes };

function cellStyle({ align: side }: Record<string, unknown>) {
  return side ? { style: `text-align: ${side}` } : {};
}

function cellAttributes() {
  return { align, colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };
}

/** What Markdown can contain, and nothing else. */
export const EXTENSIONS = [
  StarterKit.configure({
    link: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: "https" }),
  Picture,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
];
