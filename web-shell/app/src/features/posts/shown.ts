import { arial, SEARCH_RESULT } from "@sitewright/sdk/arial";

/** More than search results show. */
const OPENING_CHARS = 300;

/** A text as search results show it: whole, or cut after a word. */
export function shown(text: string, part: keyof typeof SEARCH_RESULT): string {
  const { size, most } = SEARCH_RESULT[part];
  const fits = (text: string) => arial(text, size) <= most;
  if (fits(text)) return text;
  const words = text.split(" ");
  let cut = words.pop() ?? "";
  while (words.length > 0) {
    cut = `${words.join(" ")} …`;
    if (fits(cut)) return cut;
    words.pop();
  }
  return `${text.slice(0, 40)}…`;
}

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
