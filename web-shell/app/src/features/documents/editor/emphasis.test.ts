// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { EXTENSIONS } from "./extensions";
import { open } from "./round-trip";

/** What a document contains after its text was typed letter by letter. */
function typed(text: string) {
  const { content } = open("");
  const editor = new Editor({ extensions: EXTENSIONS, content });
  for (const letter of text) {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(letter, from, to);
    const isHandled = editor.view.someProp("handleTextInput", (does) =>
      does(editor.view, from, to, letter, insert),
    );
    if (!isHandled) editor.view.dispatch(insert());
  }
  const [line] = editor.state.doc.children;
  editor.destroy();
  return line?.children.map(({ text, marks }) => [text, ...marks.map(({ type }) => type.name)]);
}

test.each([
  ["2 * 3 * 4"],
  ["5$ * and *"],
  ["2 *3 * 4"],
  ["a _ b _ c"],
  ["a ** b ** c"],
  ["a ~~ b ~~ c"],
  ["a __ b __"],
])("%j stays as it is typed", (text) => {
  expect(typed(text)).toEqual([[text]]);
});

test.each([
  ["a *b*", [["a "], ["b", "italic"]]],
  ["a _b c_", [["a "], ["b c", "italic"]]],
  ["**b c**", [["b c", "bold"]]],
  ["__b__", [["b", "bold"]]],
  ["~~b~~", [["b", "strike"]]],
])("%j becomes a mark", (text, parts) => {
  expect(typed(text)).toEqual(parts);
});
