import { plainText } from "@sitewright/ui/plain-text";
import type { Document, Run, Schema, Variant } from "../shapes";
import { lettersOf } from "./appendix";
import { resultFields, textFields, variantsOf } from "./fields";

/** A line that the tool sets before a part or a variant, such as "**Hook**". */
const HEADING = /^(?:\*\*[^*\n]+\*\*|## .+)$/;

const linesOf = (text: string) => text.split("\n").map((line) => line.trim());

/** The headings of parts and variants, in the language of the run and in that of the screen. */
function headingsOf(output: Schema, run: Run | undefined): Set<string> {
  const written = variantsOf(run?.outcome?.data).flatMap((variant) =>
    linesOf(textsOf(output, variant).join("\n")),
  );
  const own = new Set(written);
  const headings = linesOf(run?.outcome?.text ?? "").filter((line) => HEADING.test(line) && !own.has(line));
  const titles = Object.values(output.properties?.variants?.items?.properties ?? {});
  return new Set([...headings, ...titles.flatMap(({ title }) => (title ? [`**${title}**`] : []))]);
}

const textsOf = (output: Schema, variant: Variant) => textFields(output, variant).map(({ text }) => text);

/** A text without the headings that the tool has set. */
const withoutHeadings = (markdown: string, headings: Set<string>) =>
  markdown
    .split("\n")
    .filter((line) => !headings.has(line.trim()))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** The variants that a document's text consists of: the one in use, or all. */
export function shownVariants({ data }: Document): Variant[] {
  const variants = variantsOf(data);
  const chosen = typeof data.chosen === "number" ? variants[data.chosen] : undefined;
  return chosen ? [chosen] : variants;
}

/** Whether the text of a document is exactly that of its variants, so that their preview shows all of it. */
export function isAsWritten(document: Document, output: Schema, run: Run | undefined): boolean {
  const variants = shownVariants(document);
  const letters = (text: string) => lettersOf(text).letters;
  const text = letters(withoutHeadings(document.text, headingsOf(output, run)));
  return (
    variants.length > 0 && text === letters(variants.flatMap((each) => textsOf(output, each)).join("\n"))
  );
}

/**
 * The text of a document as it is used, without the headings of its parts: that of the variant at `place`, or all of
 * the text after it was edited as a whole.
 */
export function textToCopy(document: Document, output: Schema, run: Run | undefined, place = 0): string {
  const variants = variantsOf(document.data);
  const variant = variants[place];
  if (variant && isAsWritten(document, output, run))
    return resultFields(output, variant)
      .map(({ text }) => text)
      .filter(Boolean)
      .join("\n\n");
  return plainText(withoutHeadings(document.text, headingsOf(output, run)));
}
