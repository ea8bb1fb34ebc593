import { fieldsOf } from "@sitewright/sdk/fields";
import type { Tool } from "@sitewright/sdk/shell";

/** Characters that a field for a whole text accepts at least. */
const LONG = 1000;

/** The field of a tool that takes a whole text, if its form has one. */
export function textFieldOf({ input }: Pick<Tool, "input">): string | undefined {
  const field = fieldsOf(input as never).find(
    ({ kind, folded, schema }) =>
      kind === "textarea" && !folded && (schema.maxLength ?? Number.POSITIVE_INFINITY) >= LONG,
  );
  return field?.name;
}
