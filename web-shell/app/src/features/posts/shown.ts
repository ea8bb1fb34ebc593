import { arial } from "@sitewright/sdk/arial";

type Part = "title" | "description";

/** The sizes and widths of the texts of a result on a desktop. */
export const FONT_PX: Record<Part, number> = { title: 20, description: 14 };
export const WIDTH_PX: Record<Part, number> = { title: 580, description: 920 };

/** A text as search results show it: whole, or cut after a word. */
export function shown(text: string, part: Part): string {
  const fits = (text: string) => arial(text, FONT_PX[part]) <= WIDTH_PX[part];
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
