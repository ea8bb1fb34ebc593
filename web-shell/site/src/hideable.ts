// Pages may be missing on a site. Links to them vanish with them, and in a sentence the text of the link stays.
import { PATHS, type PageName } from "../../app/src/paths";
import hideable from "../hideable.json";
import type { Language } from "./texts";

const escaped = (text: string) => text.replace(/[/-]/g, "\\$&");

/** HTML as React writes it: values of attributes contain no quotes. */
const ATTRIBUTES = '(?:[^>"]|"[^"]*")*';
const INNER = "(?:(?!</a>)[\\s\\S])*";

/** The HTML with conditions around its links to pages that may be missing. */
export function withHideable(html: string, language: Language): string {
  return (hideable as PageName[]).reduce((before, page) => {
    const href = `href="${escaped(PATHS[page][language])}(?=["/?#])[^"]*"`;
    const link = `<a(?= )${ATTRIBUTES}${href}${ATTRIBUTES}>(${INNER})</a>`;
    const either = new RegExp(`(<li(?:${ATTRIBUTES})>)(${link})</li>|(${link})`, "g");
    return before.replace(either, (whole, item, _link, _inner, _alone, inner) => {
      const shown = `{% if '${page}' not in frame.brand.hidden %}${whole}`;
      const keepsText = !item && !/^<a[^>]* class="/.test(whole);
      return keepsText ? `${shown}{% else %}${inner}{% endif %}` : `${shown}{% endif %}`;
    });
  }, html);
}
