import { isOwnPicture } from "@sitewright/ui/own-picture";
import { type Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** A picture of this site that is selected. */
export type SelectedPicture = { pos: number; node: Node };

export function pictureOf({ selection }: EditorState): SelectedPicture | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return null;
  return isOwnPicture(selection.node.attrs.src) ? { pos: selection.from, node: selection.node } : null;
}

/** Where a picture is uploaded to: a text in its place, which moves with the text around it. */
type Change = { add: { id: symbol; pos: number; text: string } } | { remove: symbol };

const uploads = new PluginKey<DecorationSet>("uploads");

function waiting(text: string) {
  const place = document.createElement("span");
  place.className = "document-upload";
  place.textContent = text;
  return place;
}

function changed(change: Transaction, before: DecorationSet): DecorationSet {
  const moved = before.map(change.mapping, change.doc);
  const meta: Change | undefined = change.getMeta(uploads);
  if (!meta) return moved;
  if ("remove" in meta) return moved.remove(moved.find(undefined, undefined, ({ id }) => id === meta.remove));
  const { id, pos, text } = meta.add;
  return moved.add(change.doc, [Decoration.widget(pos, () => waiting(text), { id, key: text })]);
}

/** The places of pictures that are being uploaded. */
export const Uploads = Extension.create({
  name: "uploads",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: uploads,
      state: { init: () => DecorationSet.empty, apply: changed },
      props: { decorations: (state) => uploads.getState(state) },
    }),
  ],
});

const placeOf = (state: EditorState, id: symbol): number | undefined =>
  uploads.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

/** Inserts a picture and selects it: in a paragraph of its own, but inside a cell, which is one line. */
export function insertPicture(state: EditorState, at: number, src: string): Transaction {
  const { image, paragraph } = state.schema.nodes;
  const change = state.tr;
  if (!image || !paragraph) return change;
  const picture = image.create({ src });
  const $at = state.doc.resolve(at);
  const isEmpty = $at.parent.type === paragraph && $at.parent.content.size === 0;
  const isCell = $at.node(-1)?.type.spec.tableRole !== undefined;
  const isInside = isEmpty || isCell;
  const place = isInside || !$at.parent.isTextblock ? at : $at.after();
  change.insert(place, isInside ? picture : paragraph.create(null, picture));
  const selected = isInside ? place : place + 1;
  return change.setSelection(NodeSelection.create(change.doc, selected)).scrollIntoView();
}

/** Changes a property of a selected picture; what is typed in one go is one step of the history. */
export function describe(editor: Editor, { pos }: SelectedPicture, name: "alt" | "title", text: string) {
  const value = name === "title" && text === "" ? null : text;
  const change = editor.state.tr.setNodeAttribute(pos, name, value);
  editor.view.dispatch(change.setMeta("composition", `${name} ${pos}`));
}

/**
 * Uploads a file to a place of the text. The picture is selected if the text and its selection stayed as they were, so
 * that nothing interrupts a person who writes on. Returns whether it was.
 */
export async function uploadTo(editor: Editor, at: number, text: string, upload: () => Promise<string>) {
  const id = Symbol(text);
  const { view } = editor;
  view.dispatch(view.state.tr.setMeta(uploads, { add: { id, pos: at, text } } satisfies Change));
  const { doc, selection } = view.state;
  const clear = (change: Transaction) => change.setMeta(uploads, { remove: id } satisfies Change);
  try {
    const src = await upload();
    if (editor.isDestroyed) return false;
    const place = placeOf(view.state, id);
    const isUntouched = view.state.doc === doc && view.state.selection.eq(selection);
    const change = insertPicture(view.state, place ?? view.state.selection.to, src);
    if (!isUntouched) change.setSelection(view.state.selection.map(change.doc, change.mapping));
    view.dispatch(clear(change));
    return isUntouched;
  } catch (problem) {
    if (!editor.isDestroyed) view.dispatch(clear(view.state.tr));
    throw problem;
  }
}
