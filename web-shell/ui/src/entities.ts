/** The text of a token of Markdown: the lexer escapes some of it for HTML; React escapes as well, so the entities are decoded. */
export const plain = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
