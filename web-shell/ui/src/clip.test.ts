import { expect, test } from "vitest";
import { type Clip, flavours, readable } from "./clip";

const TEXT =
  '## Chleb & sól\n\n**Żytni**, [u nas](https://example.com/?a=1&b=2).\n\n- jeden\n- <b onclick="x">dwa</b>';
const HTML = `<h2>Chleb &amp; sól</h2>
<p><strong>Żytni</strong>, <a href="https://example.com/?a=1&amp;b=2">u nas</a>.</p>
<ul>
<li>jeden</li>
<li>&lt;b onclick="x"&gt;dwa&lt;/b&gt;</li>
</ul>`;

const markdown = (text: string, as?: Clip["as"]): Clip => ({ parts: [{ text, isMarkdown: true }], as });

async function written(clip: Clip) {
  const { plain, rich } = flavours(clip);
  return [await plain, await rich];
}

test("a formatted text is copied for editors, and as it is read", async () => {
  expect(await written(markdown(TEXT))).toEqual([readable(markdown(TEXT)), HTML]);
  expect(readable(markdown(TEXT))).toMatch(/^Chleb & sól\n\nŻytni, u nas/);
});

test("a text that was ordered as HTML or Markdown is copied as its source", async () => {
  expect(await written(markdown(TEXT, "html"))).toEqual([HTML, HTML]);
  expect(await written(markdown("Chleb", "html"))).toEqual(["<p>Chleb</p>", "<p>Chleb</p>"]);
  expect(await written(markdown(TEXT, "markdown"))).toEqual([TEXT, HTML]);
});

test("a post has no formatting, and keeps its signs", async () => {
  const clip: Clip = { parts: [{ text: "- **a**\n- <b>", isMarkdown: false }], as: "html" };
  expect(await written(clip)).toEqual(["- **a**\n- <b>", null]);
  expect(await written(markdown("Bułki \\*rano\\*.\n\n#bulki"))).toEqual(["Bułki *rano*.\n\n#bulki", null]);
});

test("plain parts are paragraphs beside formatted ones, and no address runs a script", async () => {
  const parts = [
    { text: "Chleb <1 kg>\nżytni", isMarkdown: false },
    { text: "", isMarkdown: false },
    { text: "[**x**](javascript:alert)", isMarkdown: true },
  ];
  expect((await written({ parts }))[1]).toBe("<p>Chleb &lt;1 kg&gt;<br>żytni</p>\n<p><strong>x</strong></p>");
});
