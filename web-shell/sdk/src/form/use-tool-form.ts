import { useCallback, useEffect, useMemo, useState } from "react";
import type { Tool } from "../shapes";
import { useProjectLanguage } from "../shell-context";
import { defaultsOf, fieldsOf, inputOf, type Values } from "./fields";
import { useValidation } from "./use-validation";

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
  const validate = useValidation(tool);
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
    const messages = validate(values);
    setErrors(messages);
    return Object.keys(messages).length ? null : inputOf(fields, values);
  }, [fields, values, validate]);

  return { fields, values, errors, change, replace, check, setErrors };
}

export type ToolFormState = ReturnType<typeof useToolForm>;
