// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { afterEach, expect, test } from "vitest";
import { EXTENSIONS } from "./extensions";
import { describe, insertPicture, pictureOf, uploadTo } from "./picture-places";
import { open } from "./round-trip";

const BREAD = "/pictures/3f9a";
const editors: Editor[] = [];

afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function edited(markdown: string) {
  const { content, caret, write } = open(markdown);
  const editor = new Editor({ extensions: EXTENSIONS, content });
  editors.push(editor);
  editor.commands.setTextSelection(caret);
  const insert = () => editor.view.dispatch(insertPicture(editor.state, editor.state.selection.to, BREAD));
  return { editor, insert, text: () => write(editor.getJSON()) };
}

test.each([
  [`![Bochenek](${BREAD})`],
  [`![Bochenek](${BREAD} "Rano")`],
  [`![](${BREAD})`],
  [`Zdanie z ![\\[1\\]](${BREAD}) w środku.`],
  ["![Bochenek](https://example.com/x.png)"],
])("%s is the same after an edit elsewhere", (picture) => {
  const { editor, text } = edited(`${picture}\n\nKoniec`);
  editor.commands.insertContentAt(editor.state.doc.content.size - 1, ".");
  expect(text()).toBe(`${picture}\n\nKoniec.`);
});

test("a picture of the site is drawn, another is only described", () => {
  const { editor } = edited(`![Nasz](${BREAD} "Rano")\n\n![Obcy](https://example.com/x.png)`);
  const images = [...editor.view.dom.querySelectorAll("img:not(.ProseMirror-separator)")];
  expect(images.map((image) => image.getAttribute("src"))).toEqual([BREAD]);
  expect(editor.view.dom.querySelector(".sw-picture-caption")?.textContent).toBe("Rano");
  expect(editor.view.dom.querySelector(".document-picture")?.textContent).toBe("Obcy");
});

test("an inserted picture has its own paragraph, is selected and can be undone", () => {
  const { editor, insert, text } = edited("Jeden\n\nDwa");
  editor.commands.setTextSelection(3);
  insert();
  expect(text()).toBe(`Jeden\n\n![](${BREAD})\n\nDwa`);
  expect(pictureOf(editor.state)?.node.attrs.src).toBe(BREAD);
  editor.commands.undo();
  expect(text()).toBe("Jeden\n\nDwa");
});

test("in a cell of a table a picture stays in its line", () => {
  const { editor, insert, text } = edited("| a |\n| --- |\n| b |");
  let cell = 0;
  editor.state.doc.descendants((node, pos) => {
    if (node.text === "b") cell = pos + 1;
  });
  editor.commands.setTextSelection(cell);
  insert();
  expect(text()).toContain(`| b![](${BREAD}) |`);
});

test("a description is typed letter by letter and undone as a whole", () => {
  const { editor, insert, text } = edited("");
  insert();
  for (const typed of ["C", "Ch", "Chleb"]) {
    const picture = pictureOf(editor.state);
    expect(picture).not.toBeNull();
    if (picture) describe(editor, picture, "alt", typed);
  }
  expect(text()).toBe(`![Chleb](${BREAD})`);
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  editor.commands.undo();
  expect(text()).toBe(`![](${BREAD})`);
});

test("a caption that is emptied leaves no title", () => {
  const { editor, text } = edited(`![Chleb](${BREAD} "Rano")`);
  editor.commands.setNodeSelection(1);
  const picture = pictureOf(editor.state);
  if (picture) describe(editor, picture, "title", "");
  expect(text()).toBe(`![Chleb](${BREAD})`);
});

test("text that is typed at a selected picture stands below it", () => {
  const { editor, insert, text } = edited("");
  insert();
  const { from, to } = editor.state.selection;
  editor.view.someProp("handleTextInput", (does) =>
    does(editor.view, from, to, "Tekst", () => editor.state.tr),
  );
  expect(text()).toBe(`![](${BREAD})\n\nTekst`);
});

test("a copied picture keeps its description and caption", () => {
  const { editor, text } = edited(`![Chleb](${BREAD} "Rano")`);
  const html = editor.view.dom.querySelector(".sw-picture")?.outerHTML ?? "";
  editor.commands.insertContentAt(editor.state.doc.content.size, `<p>${html}</p>`);
  expect(text()).toBe(`![Chleb](${BREAD} "Rano")\n\n![Chleb](${BREAD} "Rano")`);
});

test("a pasted picture from elsewhere is not loaded", () => {
  const { editor, text } = edited("Jeden");
  editor.commands.insertContentAt(
    editor.state.doc.content.size,
    '<p>Dwa<img src="https://example.com/x.png" alt="x"></p>',
  );
  expect(text()).toBe("Jeden\n\nDwa");
});

test("an uploaded picture comes to its place while the text around it is edited", async () => {
  const { editor, text } = edited("Jeden\n\nDwa");
  let finish = (_: string) => {};
  const upload = () => new Promise<string>((resolve) => (finish = resolve));
  const done = uploadTo(editor, 4, "Uploading…", upload);
  expect(editor.view.dom.querySelector(".document-upload")?.textContent).toBe("Uploading…");
  editor.commands.insertContentAt(1, "To ");
  finish(BREAD);
  expect(await done).toBe(false);
  expect(text()).toBe(`To Jeden\n\n![](${BREAD})\n\nDwa`);
  expect(pictureOf(editor.state)).toBeNull();
  expect(editor.view.dom.querySelector(".document-upload")).toBeNull();
});

test("a failed upload leaves the text as it was", async () => {
  const { editor, text } = edited("Jeden");
  const fails = uploadTo(editor, 3, "Uploading…", () => Promise.reject(new Error("too large")));
  await expect(fails).rejects.toThrow("too large");
  expect(text()).toBe("Jeden");
  expect(editor.view.dom.querySelector(".document-upload")).toBeNull();
});
