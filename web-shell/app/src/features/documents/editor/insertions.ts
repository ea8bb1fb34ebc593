import type { ChainedCommands, Editor } from "@tiptap/core";
import type { Face } from "./signs";

/** A block that the menus insert; one without `run` asks for something first. */
export type Insertion = { name: string; face: Face; run?: (chain: ChainedCommands) => ChainedCommands };

const BLOCKS: readonly Insertion[] = [
  { name: "heading2", face: "H2", run: (chain) => chain.setHeading({ level: 2 }) },
  { name: "heading3", face: "H3", run: (chain) => chain.setHeading({ level: 3 }) },
  { name: "bullets", face: "bullets", run: (chain) => chain.toggleBulletList() },
  { name: "numbers", face: "numbers", run: (chain) => chain.toggleOrderedList() },
  { name: "quote", face: "quote", run: (chain) => chain.toggleBlockquote() },
  {
    name: "table",
    face: "table",
    run: (chain) => chain.insertTable({ rows: 3, cols: 2, withHeaderRow: true }),
  },
  { name: "divider", face: "divider", run: (chain) => chain.setHorizontalRule() },
];

/** A picture that is uploaded to the public site. */
const PICTURE: Insertion = { name: "picture", face: "image" };
const IMAGE: Insertion = { name: "image", face: "image" };

/** Only administrators upload pictures. */
export const insertionsFor = (isAdmin: boolean): readonly Insertion[] =>
  isAdmin ? [...BLOCKS, PICTURE, IMAGE] : [...BLOCKS, IMAGE];

export type Range = { from: number; to: number };

/** Inserts a block at the caret, in the place of the letters that searched for it. */
export function insert(editor: Editor, { run }: Insertion, instead?: Range) {
  const chain = editor.chain().focus();
  if (instead) chain.deleteRange(instead);
  (run ? run(chain) : chain).run();
}

/** A slash at the start of a paragraph, and the letters after it. */
export function slashOf(editor: Editor): (Range & { query: string }) | null {
  const { $from, empty } = editor.state.selection;
  // A cell of a table is one line.
  if (!empty || $from.parent.type.name !== "paragraph" || editor.isActive("table")) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
  const query = /^\/([\p{L}\p{N} ]{0,20})$/u.exec(before)?.[1];
  return query === undefined ? null : { query, from: $from.start(), to: $from.pos };
}
