/** More than search results show. */
const OPENING_CHARS = 300;

/** The first sentences of a text in HTML, some lines long. */
export function openingOf(html: string): string {
  const paragraphs = new DOMParser().parseFromString(html, "text/html").querySelectorAll("p");
  let opening = "";
  for (const { textContent } of paragraphs) {
    if (opening.length > OPENING_CHARS) break;
    opening += ` ${textContent}`;
  }
  return opening
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 2 * OPENING_CHARS);
}
