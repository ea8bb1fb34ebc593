import { Marked, type Tokens } from "marked";
import type { ClipPart } from "./clip";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Only addresses that cannot run scripts. */
const isSafe = (href: string) => /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href);

/** HTML inside Markdown is text, as on the page, and a picture is its description. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    image: ({ text }: Tokens.Image) => escaped(text),
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "[x] " : "[ ] "),
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      return isSafe(href) ? `<a href="${escaped(href).replaceAll('"', "&quot;")}">${text}</a>` : text;
    },
  },
});

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("\n");

/** The parts of a text as HTML. */
export const htmlOf = (parts: ClipPart[]): string =>
  parts
    .filter(({ text }) => text)
    .map(({ text, isMarkdown }) =>
      isMarkdown ? marked.parse(text, { async: false }).trim() : paragraphs(text),
    )
    .join("\n");
