import type { GeneratorData, Schema, Variant } from "../shapes";

/** One field of a variant, ready to show. */
export type ResultField = { name: string; title: string; format: string; editable: boolean; text: string };

/** The variants of a result; an empty list when the tool's data has another shape. */
export function variantsOf(data: unknown): Variant[] {
  const variants = (data as GeneratorData | null)?.variants;
  return Array.isArray(variants) ? variants : [];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    return texts.every((text) => !/\s/.test(text))
      ? texts.join(" ")
      : texts.map((text) => `- ${text}`).join("\n");
  }
  if (typeof value === "object") return Object.values(value).map(textOf).filter(Boolean).join("\n");
  return String(value);
}

/**
 * The fields of a variant with the titles of the output schema, in the order of the schema: that of saved data may
 * differ. An empty field is omitted unless it has checks: an optional part without text needs no heading.
 */
export function resultFields(output: Schema, variant: Variant): ResultField[] {
  const properties = output.properties?.variants?.items?.properties ?? {};
  const isMeasured = (name: string) => variant.checks?.some((check) => check.field === name) === true;
  const isLacking = (name: string) => variant.checks?.some(({ field, ok }) => field === name && !ok) === true;
  const known = Object.keys(properties);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return Object.entries(variant)
    .filter(([name]) => name !== "checks")
    .sort(([one], [other]) => place(one) - place(other))
    .map(([name, value]) => ({
      name,
      title: properties[name]?.title ?? name,
      format:
        properties[name]?.["x-format"] ??
        (Array.isArray(value) && /\n/.test(textOf(value)) ? "markdown" : "plain"),
      editable: typeof value === "string",
      text: textOf(value),
    }))
    .filter(({ name, text, editable }) => text !== "" || isLacking(name) || (editable && isMeasured(name)));
}

/** The fields in the result's text: numbers are shown beside it only. */
export const textFields = (output: Schema, variant: Variant) =>
  resultFields(output, variant).filter(({ name, text }) => typeof variant[name] !== "number" && text !== "");

/** A variant as text for the clipboard: its fields, one below the other. */
export function variantText(fields: ResultField[]): string {
  return fields
    .map((field) => field.text)
    .filter(Boolean)
    .join("\n\n");
}

/**
 * The Markdown of a document after an edit of a field. If it does not contain the old text, the
 * whole is generated again from the data, so that exports never show outdated text.
 */
export function editedMarkdown(
  markdown: string,
  edit: { before: string; after: string },
  rewrite: () => string,
): string {
  const isUnique = edit.before !== "" && markdown.split(edit.before).length === 2;
  return isUnique ? markdown.replace(edit.before, () => edit.after) : rewrite();
}

/** All variants as Markdown with headings; `appendix` is the text below each of them. */
export function markdownOf(
  output: Schema,
  variants: Variant[],
  heading: (place: number) => string,
  appendix?: (variant: Variant) => string,
): string {
  return variants
    .map((variant, place) => {
      const fields = resultFields(output, variant);
      const parts = fields.map((field) =>
        fields.length > 1 ? `**${field.title}**\n\n${field.text}` : field.text,
      );
      if (appendix) parts.push(appendix(variant));
      const body = parts.join("\n\n");
      return variants.length > 1 ? `## ${heading(place + 1)}\n\n${body}` : body;
    })
    .join("\n\n");
}
