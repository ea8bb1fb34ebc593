// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { afterEach, expect, test } from "vitest";
import { EXTENSIONS } from "./extensions";
import { open } from "./round-trip";

const HTML = "<div>HTML</div>";

const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function edited(markdown: string) {
  const { content, caret, write } = open(markdown);
  const editor = new Editor({ extensions: EXTENSIONS, content });
  editors.push(editor);
  editor.commands.setTextSelection(caret);
  const select = () => {
    let place = 0;
    editor.state.doc.descendants((node, at) => {
      if (node.type.name === "raw") place = at;
    });
    editor.commands.setNodeSelection(place);
  };
  const type = (text: string) => {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(text, from, to);
    const isHandled = editor.view.someProp("handleTextInput", (does) =>
      does(editor.view, from, to, text, insert),
    );
    if (!isHandled) editor.view.dispatch(insert());
  };
  const press = (key: string, keys = {}) => {
    const event = new KeyboardEvent("keydown", { key, ...keys });
    editor.view.someProp("handleKeyDown", (does) => does(editor.view, event));
  };
  return { editor, select, type, press, text: () => write(editor.getJSON()) };
}

test.each([[HTML], [`${HTML}\n\nKoniec.`], [`Start.\n\n${HTML}\n`], ["---"]])(
  "%j is opened with the caret in a text, and is the same letter by letter",
  (markdown) => {
    const { editor, text } = edited(markdown);
    expect(editor.state.selection).toBeInstanceOf(TextSelection);
    expect(text()).toBe(markdown);
  },
);

test("text that is typed while HTML is selected stands after it", () => {
  const { select, type, text } = edited(`Start.\n\n${HTML}\n\nKoniec.`);
  select();
  type("a");
  type("b");
  expect(text()).toBe(`Start.\n\n${HTML}\n\nab\n\nKoniec.`);
});

test("Enter begins a paragraph after selected HTML", () => {
  const { select, type, press, text } = edited(`${HTML}\n\nKoniec.`);
  select();
  press("Enter");
  type("a");
  expect(text()).toBe(`${HTML}\n\na\n\nKoniec.`);
});

test("Ctrl+End leaves selected HTML at the end of a text", () => {
  const { editor, select, type, press, text } = edited(`Start.\n\n${HTML}`);
  select();
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  press("End", { ctrlKey: true });
  type("a");
  expect(text()).toBe(`Start.\n\n${HTML}\n\na`);
});
