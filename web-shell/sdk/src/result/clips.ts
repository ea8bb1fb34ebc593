import type { Clip } from "@sitewright/ui/clip";
import { useBench } from "./bench-context";
import type { ResultField } from "./fields";

/** The format in which the form of a run orders the text, if a field for plain text takes its source. */
export const orderedAs = (input: object | undefined): Clip["as"] => {
  const { format } = (input ?? {}) as { format?: unknown };
  return format === "html" || format === "markdown" ? format : undefined;
};

/** Fields of a variant for the clipboard, one below the other. */
export const clipOf = (fields: ResultField[], input?: object): Clip => ({
  parts: fields.map(({ text, format }) => ({ text, isMarkdown: format === "markdown" })),
  as: orderedAs(input),
});

/** The same for the run around a variant. */
export function useClips(): (...fields: ResultField[]) => Clip {
  const input = useBench()?.run.run?.input;
  return (...fields) => clipOf(fields, input);
}
