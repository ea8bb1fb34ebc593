import { Extension, Node } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { withSigns } from "./emphasis";
import { Picture } from "./picture-node";
import { Uploads } from "./picture-places";
import { SelectedBlock } from "./selected-block";

/** Markdown that the editor does not show as it will look, such as HTML: its source, which is written back as it is. */
const Raw = Node.create({
  name: "raw",
  group: "block",
  atom: true,
  defining: true,
  addAttributes: () => ({ source: { default: "" } }),
  renderHTML: ({ node }) => ["pre", { class: "document-raw" }, ["code", node.attrs.source]],
  parseHTML: () => [],
});

/** The same inside a line: a tag. */
const RawInline = Node.create({
  name: "rawInline",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ source: { default: "" } }),
  renderHTML: ({ node }) => ["code", { class: "document-raw" }, node.attrs.source],
  parseHTML: () => [],
});

/** Whether the items of a list have empty lines between them. */
const LooseLists = Extension.create({
  name: "looseLists",
  addGlobalAttributes: () => [
    {
      types: ["bulletList", "orderedList"],
      attributes: { isLoose: { default: false, rendered: false, parseHTML: () => false } },
    },
  ],
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

const Basis = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withSigns);
  },
});

/** What Markdown can contain, and nothing else. */
export const EXTENSIONS = [
  Basis.configure({
    link: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: "https" }),
  Picture,
  Raw,
  RawInline,
  LooseLists,
  SelectedBlock,
  Uploads,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
];
