import { Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { pictureOf } from "./picture-places";

/** A selected picture of this site, which looks like a block. */
function afterPicture(state: EditorState): Transaction | null {
  const { paragraph } = state.schema.nodes;
  const { $to, to } = state.selection;
  if (!paragraph || !pictureOf(state)) return null;
  const change = state.tr;
  // A cell is one line.
  const isAlone = $to.parent.childCount === 1 && $to.node(-1).type.spec.tableRole === undefined;
  if (!isAlone) return change.setSelection(TextSelection.create(change.doc, to)).scrollIntoView();
  change.insert($to.after(), paragraph.create());
  return change.setSelection(TextSelection.create(change.doc, $to.after() + 1)).scrollIntoView();
}

/** The selected block without text of its own, such as HTML; typing would replace it. */
function blockOf({ selection }: EditorState): NodeSelection | null {
  const isBlock = selection instanceof NodeSelection && selection.node.isBlock && selection.node.isAtom;
  return isBlock ? selection : null;
}

/** Places the caret in a new paragraph after the selected block; null if none is selected. */
export function afterBlock(state: EditorState): Transaction | null {
  const { paragraph } = state.schema.nodes;
  const block = blockOf(state);
  if (!block || !paragraph) return afterPicture(state);
  const change = state.tr.insert(block.to, paragraph.create());
  return change.setSelection(TextSelection.create(change.doc, block.to + 1)).scrollIntoView();
}

/** Typed text stands after a selected block, instead of in its place. */
export const SelectedBlock = Extension.create({
  name: "selectedBlock",
  // Before the keys of the blocks.
  priority: 1000,
  addKeyboardShortcuts() {
    const { editor } = this;
    const leave = () => {
      const change = afterBlock(editor.state);
      if (change) editor.view.dispatch(change);
      return change !== null;
    };
    return {
      Enter: leave,
      "Mod-End": () => blockOf(editor.state) !== null && editor.commands.focus("end"),
    };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          const change = afterBlock(view.state);
          if (change) view.dispatch(change.insertText(text));
          return change !== null;
        },
        handleDOMEvents: {
          // Letters with accents and the keyboards of phones.
          compositionstart: (view) => {
            const change = afterBlock(view.state);
            if (change) view.dispatch(change);
            return false;
          },
        },
      },
    }),
  ],
});
