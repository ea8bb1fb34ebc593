import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { open } from "./round-trip";

type Json = { type?: string; text?: string; content?: Json[] };

const opened = open;

/** Edits one block: adds a word to its first text. */
function withWord(doc: Json, place: number): Json {
  const copy = structuredClone(doc);
  const add = (node: Json): boolean => {
    if (node.type === "text") {
      node.text += " dodane";
      return true;
    }
    return (node.content ?? []).some(add);
  };
  add(copy.content?.[place] as Json);
  return copy;
}

const ARTICLE = `# Chleb żytni

Z **Podlasia** i _od rana_, [u nas](https://example.com/a_b).
Druga linia.

- jeden
- dwa
  1. a
  2. b

3) trzy
4) cztery

> Cytat
> z **mocą**

| Chleb | Cena |
| :-- | --: |
| żytni \\| biały | 8 zł |

\`\`\`html
<b>**x**</b>
\`\`\`

![Bochenek](https://example.com/x.png "Rano")

***

Koniec \`a\`b\` ~~nie~~ \\# tak 2 \\* 3.
`;

test("an unedited text is the same letter by letter", () => {
  for (const text of [ARTICLE, "", "a\n\n\n\nb  \nc\n", "Setext\n===\n\n* a\n* b\n"]) {
    const { content, write } = opened(text);
    expect(write(content)).toBe(text);
  }
});

test("an edited block leaves the others as they are", () => {
  const { content, write } = opened(ARTICLE);
  const edited = write(withWord(content, 0) as never);
  expect(edited.trimEnd()).toBe(ARTICLE.replace("# Chleb żytni", "# Chleb żytni dodane").trimEnd());
});

test("every kind of block is written with the same meaning after an edit", () => {
  const { content } = opened(ARTICLE);
  for (const place of content.content?.keys() ?? []) {
    const edited = withWord(content as Json, place);
    const written = opened(ARTICLE).write(edited as never);
    expect(opened(written).content, written).toEqual(edited);
  }
});

const paragraph = (...content: object[]) => ({ type: "doc", content: [{ type: "paragraph", content }] });
const text = (text: string, ...marks: string[]) => ({
  type: "text",
  text,
  marks: marks.map((type) => ({ type })),
});

test.each([
  ["# nie nagłówek"],
  ["- nie lista"],
  ["+ nie lista"],
  ["1. nie lista"],
  ["12) nie lista"],
  ["> nie cytat"],
  ["---"],
  ["==="],
  ["#hasztag snake_case _a_ *b* `c` ~~d~~ [e](f) <b>g</b> \\* &lt;"],
  ["| a | b |"],
  ["2 * 3 * 4 i a_b_c"],
])("plain text %j stays plain", (line) => {
  const doc = paragraph(text(line));
  const markdown = opened("x").write(doc);
  expect(opened(markdown).content, markdown).toMatchObject({ content: [{ content: [{ text: line }] }] });
});

test.each([
  [[text("a", "bold"), text(" b")], "**a** b"],
  [[text("a ", "bold"), text("b")], "**a** b"],
  [[text("po"), text("grub", "bold"), text("ienie")], "po**grub**ienie"],
  [[text("kur", "italic"), text("sywa")], "*kur*sywa"],
  [[text("oba", "bold", "italic")], "**_oba_**"],
  [[text("a", "italic"), text("b", "bold")], "*a***b**"],
  [[text("a`b", "code")], "``a`b``"],
])("marks are written as Markdown: %#", (content, markdown) => {
  const written = opened("x").write(paragraph(...content));
  expect(written).toBe(markdown);
  const [read] = opened(written).content.content ?? [];
  expect(read?.content?.map(({ text }) => text).join("")).toBe(content.map(({ text }) => text).join(""));
});

test.each([
  ["<div>HTML</div>", "raw"],
  ["- [ ] zadanie", "raw"],
  ["| a |\n| --- |\n| <b>x</b> |", "table"],
  ["a <b>b</b>", "paragraph"],
])("%j is one block among others, and is written back letter by letter", (markdown, type) => {
  const text = `# Chleb\n\n${markdown}\n\nKoniec.`;
  const { content, write } = opened(text);
  expect(content.content?.map(({ type }) => type)).toEqual(["heading", type, "paragraph"]);
  expect(write(withWord(content as Json, 2) as never)).toBe(`${text} dodane`);
});

test.each([
  ["a \nb", "paragraph", "a dodane  \nb"],
  ["a  \n b \nc", "paragraph", "a dodane  \nb  \nc"],
  ["**a** \nb", "paragraph", "**a dodane**  \nb"],
  ["a\u00a0\nb", "paragraph", "a\u00a0 dodane  \nb"],
  ["- a \n- b  \n- c", "bulletList", "- a  dodane\n- b\n- c"],
  ["1. a \n   b\n2. c ", "orderedList", "1. a dodane  \n   b\n2. c"],
  ["- \n- b", "bulletList", "-\n- b dodane"],
  ["> a \n> b", "blockquote", "> a dodane \n> b"],
  ["## a ", "heading", "## a dodane"],
  ["| a  | b |\n| --- | --- | \n| c | d | ", "table", "| a dodane | b |\n| --- | --- |\n| c | d |"],
])(
  "a space at the end of a line leaves %j an ordinary block, and an edit drops it",
  (markdown, type, after) => {
    const text = `${markdown}\n\nKoniec.`;
    const { content, write } = opened(text);
    expect(content.content?.map(({ type }) => type)).toEqual([type, "paragraph"]);
    expect(write(withWord(content as Json, 1) as never)).toBe(`${text} dodane`);
    expect(write(withWord(content as Json, 0) as never)).toBe(`${after}\n\nKoniec.`);
  },
);

test("a space at the end of a paragraph adds no escapes", () => {
  expect(opened("x").write(paragraph(text("2 * 3 [netto] ")))).toBe("2 * 3 [netto]");
});

const FOOTNOTES = `Chleb[^1] i **bułki**[^źródło], [u nas][a] ~ 5 zł.

[^1]: https://example.com/*x*
[^źródło]: note

[^3]: Z Podlasia,
    od rana.

[a]: https://example.com

Koniec.`;

test("footnotes and references to them stay letter by letter", () => {
  const { content, write } = opened(FOOTNOTES);
  const kinds = content.content?.map(({ type }) => type);
  expect(kinds).toEqual(["paragraph", "raw", "raw", "raw", "paragraph"]);
  expect(write(withWord(content as Json, 4) as never)).toBe(`${FOOTNOTES} dodane`);
  const [line = ""] = write(withWord(content as Json, 0) as never).split("\n");
  expect(line).toContain("[^1]");
  expect(line).toContain("**[^źródło], ");
});

test("the text of a footnote is written without escapes", () => {
  const line = "[^1]: 2 * 3, [a] i [^b]";
  expect(opened("x").write(paragraph(text(line)))).toBe(line);
});

test("a tag stays when the line around it is edited", () => {
  const { content, write } = opened("Chleb <b class=x>żytni</b> dziś");
  const edited = structuredClone(content) as Json;
  (edited.content?.[0]?.content?.at(-1) as Json).text = " jutro";
  expect(write(edited as never)).toBe("Chleb <b class=x>żytni</b> jutro");
});

test("a definition of a link gives brackets a meaning", () => {
  const text = "[a]: https://example.com\n\nPatrz \\[a\\].";
  const { content, write } = opened(text);
  expect(write(withWord(content as Json, 1) as never)).toBe(`${text} dodane`);
});

test.each([
  ["Cena [netto] 5 ~ 6 zł, a < b, 2 * 3 & reszta", 0],
  ["- jeden\n\n- dwa", 0],
  ["1. jeden\n\n   - a\n\n   - b\n\n2. dwa", 0],
])("an edit adds no escapes and keeps the empty lines of a list: %j", (text, place) => {
  const { content, write } = opened(text);
  const edited = withWord(content as Json, place);
  expect(write(edited as never).replace(" dodane", "")).toBe(text);
});

describe("results of the tools", () => {
  const folder = new URL("../../../../../../host/exercise/eval/answers/", import.meta.url);
  const names = [
    "article-outline",
    "email",
    "facebook-post",
    "newsletter",
    "product-faq",
    "text-summary",
    "job-description",
  ];
  test.each(names)("%s", (name) => {
    const toml = readFileSync(new URL(`${name}.toml`, folder), "utf8");
    const answers = [...toml.matchAll(/'''\n?([\s\S]*?)'''|"""\n?([\s\S]*?)"""/g)].map(
      ([, one, other]) => one ?? other ?? "",
    );
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const { content, write } = opened(answer);
      expect(write(content)).toBe(answer);
      for (const place of content.content?.keys() ?? []) {
        const edited = withWord(content as Json, place);
        const written = write(edited as never);
        expect(opened(written).content, written).toEqual(edited);
      }
    }
  });
});
