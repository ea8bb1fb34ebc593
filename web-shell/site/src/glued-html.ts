import { glued } from "@sitewright/ui/typography";
import type { Language } from "./texts";

/** Elements whose text is for programs. */
const CODE = /^<(\/?)(?:pre|code|kbd|samp)\b/;

/** HTML with the spaces at which no line may end; code stays as it is. */
export function gluedHtml(html: string, language: Language): string {
  let depth = 0;
  const parts = html.split(/(<[^>]+>)/).map((part) => {
    if (!part.startsWith("<")) return depth > 0 ? part : glued(part, language);
    const code = part.match(CODE);
    if (code) depth += code[1] ? -1 : 1;
    return part;
  });
  return parts.join("");
}
