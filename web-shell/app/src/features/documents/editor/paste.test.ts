// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { EXTENSIONS } from "./extensions";
import { cleaned, isMarkdown, pasteMarkdown } from "./paste";
import { open } from "./round-trip";

/** What a document contains after HTML is pasted into it, as Markdown. */
function pastedAs(html: string): string {
  const { write } = open("");
  const editor = new Editor({ extensions: EXTENSIONS });
  editor.commands.setContent(cleaned(html));
  return write(editor.getJSON());
}

const item = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`;

test("a text of Word keeps its headings, lists and tables, and loses its styles", () => {
  const html = `<html><head><style>p { color: red }</style><meta name=Generator content="Word"></head><body>
<!--StartFragment--><h1><b><span style='font-size:20pt'>Chleb</span></b><o:p></o:p></h1>
<p class=MsoNormal style='color:#c00'>Z <b>Podlasia</b>.<o:p></o:p></p>
${item(1, "·", "mąka")}${item(2, "o", "żytnia")}${item(1, "·", "woda")}
<p class=MsoNormal>Dalej</p>
${item(1, "1.", "piec")}${item(1, "2.", "jeść")}
<table><tr><td><p class=MsoNormal>Chleb</p></td><td><p>Cena</p></td></tr><tr><td><p>żytni</p><p>duży</p></td><td><p>8 zł</p></td></tr></table>
<!--EndFragment--></body></html>`;
  expect(pastedAs(html)).toBe(
    "# Chleb\n\nZ **Podlasia**.\n\n- mąka\n  - żytnia\n- woda\n\nDalej\n\n1. piec\n2. jeść\n\n| Chleb | Cena |\n| --- | --- |\n| żytni duży | 8 zł |",
  );
});

test("a text of Google Docs is bold only where it is", () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700">Chleb</span></h2><p dir="ltr"><span style="font-weight:400">Z </span><span style="font-weight:700">Podlasia</span></p><ul><li dir="ltr"><p role="presentation"><span>mąka</span></p></li></ul></b>`;
  expect(pastedAs(html)).toBe("## Chleb\n\nZ **Podlasia**\n\n- mąka");
});

test.each([
  ["# Chleb", true],
  ["- a\n- b", true],
  ["| a | b |\n| --- | --- |", true],
  ["Zobacz [cennik](https://example.com).", true],
  ["Cena 2 * 3 - 1, #hasztag, a_b_c", false],
  ["- tylko jeden myślnik", false],
])("%j is Markdown: %j", (text, is) => {
  expect(isMarkdown(text)).toBe(is);
});

test("pasted Markdown is formatted, and one undo returns to its plain text", () => {
  const { content, write } = open("Przed\n\nPo");
  const editor = new Editor({ extensions: EXTENSIONS, content });
  editor.commands.setTextSelection(6);
  const data = { types: ["text/plain"], getData: () => "# Chleb\r\n\r\n- **mąka**\r\n- woda\r\n" };
  expect(pasteMarkdown(editor, { clipboardData: data } as unknown as ClipboardEvent)).toBe(true);
  expect(write(editor.getJSON())).toBe("Przed\n\n# Chleb\n\n- **mąka**\n- woda\n\nPo");
  editor.commands.undo();
  expect(editor.getText()).toContain("# Chleb");
  expect(editor.getText()).toContain("- **mąka**");
  editor.commands.undo();
  expect(write(editor.getJSON())).toBe("Przed\n\nPo");
});

test("pasted footnotes stay text", () => {
  const text = "**Chleb**[^1] żytni.\n\n[^1]: note\n[^2]: Z *Podlasia*";
  const { content, write } = open("");
  const editor = new Editor({ extensions: EXTENSIONS, content });
  const data = { types: ["text/plain"], getData: () => text };
  expect(pasteMarkdown(editor, { clipboardData: data } as unknown as ClipboardEvent)).toBe(true);
  expect(editor.getJSON().content?.map(({ type }) => type)).toEqual(["paragraph", "paragraph"]);
  expect(write(editor.getJSON())).toBe(text.replace("note\n", "note  \n"));
  editor.destroy();
});
