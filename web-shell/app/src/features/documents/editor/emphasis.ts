import { type AnyExtension, Mark, markInputRule, markPasteRule } from "@tiptap/core";

/** The signs of each mark. */
const SIGNS: Record<string, readonly string[]> = { bold: ["**", "__"], italic: ["*", "_"], strike: ["~~"] };

/** Text between two equal signs, with no space after the first and before the second: "2 * 3 * 4" is none. */
function between(sign: string): string {
  const [letter = ""] = sign;
  const signs = sign.replaceAll("*", "\\*");
  return `(?:^|\\s)(${signs}(?![\\s${letter}])([^${letter}]*[^\\s${letter}])${signs})`;
}

/** An extension of the starter kit; typed and pasted signs become a mark where they do in Markdown. */
export function withSigns(extension: AnyExtension): AnyExtension {
  const signs = SIGNS[extension.name];
  if (!signs || !(extension instanceof Mark)) return extension;
  return extension.extend({
    addInputRules() {
      return signs.map((sign) => markInputRule({ find: new RegExp(`${between(sign)}$`), type: this.type }));
    },
    addPasteRules() {
      return signs.map((sign) => markPasteRule({ find: new RegExp(between(sign), "g"), type: this.type }));
    },
  });
}
