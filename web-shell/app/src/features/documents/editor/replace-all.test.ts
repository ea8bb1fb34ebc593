// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { EXTENSIONS } from "./extensions";
import { open, replaceAll } from "./round-trip";

test("a change of the source is one step, and an undo returns to the text letter by letter", () => {
  const before = "* jeden\n* dwa\n\n\nKoniec.\n";
  const first = open(before);
  const editor = new Editor({ extensions: EXTENSIONS, content: first.content });
  const second = open("* jeden\n\nNowy.", first);
  replaceAll(editor, second);
  expect(second.write(editor.getJSON())).toBe("* jeden\n\nNowy.");
  editor.commands.undo();
  expect(second.write(editor.getJSON())).toBe(before);
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  editor.commands.insertContent(" Dalej.");
  expect(second.write(editor.getJSON())).toContain("* jeden\n* dwa\n\nKoniec. Dalej.");
  editor.destroy();
});
