import { useCallback, useEffect, useMemo, useState } from "react";
import { useFormats } from "../formats";
import type { Tool } from "../shapes";
import { useProjectLanguage } from "../shell-context";
import { useSdkTexts } from "../texts";
import { defaultsOf, fieldsOf, inputOf, type Values, violationsOf } from "./fields";

const storageKey = (tool: string) => `sitewright.form.${tool}`;

function remembered(tool: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(tool)) ?? "{}");
  } catch {
    // Something else wrote there; an empty form is better than none.
    return {};
  }
}

/**
 * The state of a tool's input form. Only what the person touched is kept, so that untouched
 * defaults follow the language of the screen; and it is kept for the whole browser session.
 */
export function useToolForm(tool: Tool) {
  const t = useSdkTexts();
  const formats = useFormats();
  const fields = useMemo(() => fieldsOf(tool.input as never), [tool.input]);
  const [touched, setTouched] = useState<Values>(() => remembered(tool.id));
  const [errors, setErrors] = useState<Record<string, string>>({});

  useEffect(() => sessionStorage.setItem(storageKey(tool.id), JSON.stringify(touched)), [tool.id, touched]);

  const projectLanguage = useProjectLanguage();
  const values = useMemo(
    () => ({ ...defaultsOf(fields, projectLanguage), ...touched }),
    [fields, projectLanguage, touched],
  );

  const change = useCallback((name: string, value: unknown) => {
    setTouched((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  }, []);

  const replace = useCallback((input: Values) => {
    setTouched(input);
    setErrors({});
  }, []);

  /** The input to send, or null after the broken rules were marked at their fields. */
  const check = useCallback((): Values | null => {
    const violations = violationsOf(fields, values);
    const messages = Object.entries(violations).map(([name, { key, limit }]) => [
      name,
      t(`sdk.violation.${key}`, { count: limit, limit: formats.number(limit) }),
    ]);
    setErrors(Object.fromEntries(messages));
    return messages.length ? null : inputOf(fields, values);
  }, [fields, values, t, formats]);

  return { fields, values, errors, change, replace, check, setErrors };
}

export type ToolFormState = ReturnType<typeof useToolForm>;
