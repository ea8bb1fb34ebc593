import { fieldsOf, lengthOf } from "@sitewright/sdk/fields";
import type { Tool } from "@sitewright/sdk/shell";

/** Characters that a field for a whole text accepts at least. */
const LONG = 1000;

export type TextField = { name: string; limit: number };

/** The field of a tool that takes a whole text, if its form has one, and the characters that it accepts. */
export function textFieldOf({ input }: Pick<Tool, "input">): TextField | undefined {
  return fieldsOf(input as never)
    .map((field) => ({ ...field, limit: field.schema.maxLength ?? Number.POSITIVE_INFINITY }))
    .find(({ kind, folded, limit }) => kind === "textarea" && !folded && limit >= LONG);
}

/** The longest beginning of whole segments that a field accepts. */
function beginning(text: string, limit: number, granularity: "sentence" | "word"): string {
  let length = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity }).segment(text)) {
    // The space after the last sentence does not count.
    if (length + [...segment.trimEnd()].length > limit) break;
    length += [...segment].length;
    end = index + segment.length;
  }
  return text.slice(0, end).trim();
}

/** A text cut to what a field accepts: after a sentence, or else after a word, or else anywhere. */
export function cutToFit(text: string, limit: number): string {
  const whole = text.trim();
  if (lengthOf(whole) <= limit) return whole;
  return (
    beginning(whole, limit, "sentence") ||
    beginning(whole, limit, "word") ||
    [...whole].slice(0, limit).join("")
  );
}
