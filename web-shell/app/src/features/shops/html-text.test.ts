// @vitest-environment jsdom
import { expect, test } from "vitest";
import { blocksOf, blocksOfHtml } from "./html-text";

const texts = (html: string) => blocksOfHtml(html).map(({ text }) => text);

test("blocks are read with their kind", () => {
  const html =
    "<h2>Kubek Maria</h2><p>Mieści <b>450</b> ml.</p><ul><li>ręcznie malowany</li><li><p>do zmywarki</p></li></ul>";
  expect(blocksOfHtml(html)).toEqual([
    { kind: "heading", text: "Kubek Maria" },
    { kind: "text", text: "Mieści 450 ml." },
    { kind: "entry", text: "ręcznie malowany" },
    { kind: "entry", text: "do zmywarki" },
  ]);
});

test("text around blocks, line breaks and cells is separated", () => {
  expect(texts("before<div>inside</div>behind")).toEqual(["before", "inside", "behind"]);
  expect(texts("one<br>two<br/><br/>three")).toEqual(["one", "two", "three"]);
  expect(texts("<table><tr><td>Pojemność</td><td>450&nbsp;ml</td></tr></table>")).toEqual([
    "Pojemność",
    "450\u00a0ml",
  ]);
});

test("scripts, styles and frames are not read, and do not run", () => {
  const html =
    "<p>Text<script>globalThis.ran = true</script></p><style>p{}</style><img src=x onerror='globalThis.ran = true' alt='A cup'><iframe src='//x'>no</iframe>";
  expect(texts(html)).toEqual(["Text", "A cup"]);
  expect("ran" in globalThis).toBe(false);
});

test("broken markup is read like in a browser", () => {
  expect(texts("<p>one<p>two <b>three</p> four")).toEqual(["one", "two three", "four"]);
  expect(texts("")).toEqual([]);
});

test("lines without markup are blocks, and HTML in them is text", () => {
  expect(blocksOf("a <b>\n\n  c ", "plain").map(({ text }) => text)).toEqual(["a <b>", "c"]);
});
