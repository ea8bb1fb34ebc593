import { useCallback, useMemo } from "react";
import { useFormats } from "../formats";
import type { Schema, Tool } from "../shapes";
import { useSdkTexts } from "../texts";
import { fieldsOf, type Values, violationsOf } from "./fields";

/** Returns the broken rules that do not need the server, by field, in the language of the screen. */
export function useValidation(tool: Tool): (values: Values) => Record<string, string> {
  const t = useSdkTexts();
  const formats = useFormats();
  const fields = useMemo(() => fieldsOf(tool.input as Schema), [tool.input]);
  return useCallback(
    (values) => {
      const violations = Object.entries(violationsOf(fields, values));
      const said = violations.map(([name, { key, limit }]) => [
        name,
        t(`sdk.violation.${key}`, { count: limit, limit: formats.number(limit) }),
      ]);
      return Object.fromEntries(said);
    },
    [fields, t, formats],
  );
}
