/** An escaped sign, bold text, code, or a link, in this order. */
const MARKS = /\\([!-/:-@[-`{-~])|\*\*(\S|\S.*?\S)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^\s()]+)\)/g;

const inline = (text: string): string =>
  text.replace(MARKS, (_, sign?: string, bold?: string, code?: string, label?: string, href?: string) => {
    if (label !== undefined) return inline(label) === href ? href : `${inline(label)} (${href})`;
    return sign ?? code ?? inline(bold ?? "");
  });

/** What readers don't read: numbers of lists, boxes of tasks, pictures, addresses of links, marks of notes and tables. */
const UNREAD =
  /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\](?=\s))?|!\[[^\]]*\]\([^)]*\)|(?<=\])\([^\s()]*(?: "[^"]*")?\)|\[\^[^\]\s]+\]:?|^\s*```.*$|(?<!\\)\|/gm;

/** Markdown of which every word counts. Posts of the blog count alike. */
export const readWords = (markdown: string) =>
  plainText(markdown.replace(UNREAD, (unread) => (unread === "|" ? " " : "")));

/**
 * Markdown for the clipboard, as it is read: without the marks of headings, bold text, code and links, and without
 * escapes. Lists keep their signs, and code blocks their content.
 */
export function plainText(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").flatMap((line) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return [line];
    return [inline(line.replace(/^#{1,6}\s+/, "").trimEnd())];
  });
  return lines.join("\n").trim();
}
