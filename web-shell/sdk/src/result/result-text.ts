import type { Clip } from "@sitewright/ui/clip";
import type { Document, Run, Schema, Variant } from "../shapes";
import { lettersOf } from "./appendix";
import { clipOf, orderedAs } from "./clips";
import { editedMarkdown, markdownOf, resultFields, textFields, variantsOf } from "./fields";

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

/** The title of a variant by its number, in the language of the screen. */
type Heading = (number: number) => string;

/** The text of the run after edits of single fields on the page of the tool; null if one of them wrote all of it again. */
function afterEdits({ data }: Document, run: Run | undefined): string | null {
  const written = variantsOf(run?.outcome?.data);
  const variants = variantsOf(data);
  let text: string | null = run?.outcome?.text ?? null;
  if (variants.length !== written.length || typeof data.chosen === "number") return null;
  for (const [place, variant] of variants.entries()) {
    const { checks: _, ...parts } = variant;
    for (const [name, after] of Object.entries(parts)) {
      const before: unknown = written[place]?.[name];
      if (text === null || JSON.stringify(before) === JSON.stringify(after)) continue;
      const isText = typeof before === "string" && typeof after === "string";
      text = isText ? editedMarkdown(text, { before, after }, () => "") || null : null;
    }
  }
  return text;
}

const withoutEnd = (text: string) => text.replace(/\n+$/, "");

/**
 * Whether only the tool and the fields of its page wrote the text, so that its data says the same, letter by letter. A
 * text that was edited as a whole has another version, and is not what the data gives.
 */
function isFromData(document: Document, output: Schema, run: Run | undefined, heading: Heading): boolean {
  if (document.version === 1) return true;
  const text = withoutEnd(document.text);
  const edited = afterEdits(document, run);
  if (edited !== null && text === withoutEnd(edited)) return true;
  return text === withoutEnd(markdownOf(output, shownVariants(document), heading));
}

/** Whether the text of a document is exactly that of its variants, and their preview shows all of it. */
export function isAsWritten(
  document: Document,
  output: Schema,
  run: Run | undefined,
  heading: Heading = String,
): boolean {
  const variants = shownVariants(document);
  if (variants.length === 0 || !isFromData(document, output, run, heading)) return false;
  // The text can have more than the parts, such as code below them, which the preview does not show.
  const letters = (text: string) => lettersOf(text).letters;
  const text = letters(withoutHeadings(document.text, headingsOf(output, run)));
  return text === letters(variants.flatMap((each) => textsOf(output, each)).join("\n"));
}

/**
 * The text of a document as it is used, without the headings of its parts: that of the variant at `place`, or all of
 * the text after it was edited as a whole (`isDrawn` is false).
 */
export function textToCopy(
  document: Document,
  output: Schema,
  run: Run | undefined,
  { place = 0, isDrawn = false } = {},
): Clip {
  const variant = variantsOf(document.data)[place];
  if (variant && isDrawn) return clipOf(resultFields(output, variant), run?.input);
  const text = withoutHeadings(document.text, headingsOf(output, run));
  return { parts: [{ text, isMarkdown: true }], as: orderedAs(run?.input) };
}
