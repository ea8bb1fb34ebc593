import { useCallback, useEffect, useMemo, useState } from "react";
import { lastRun } from "../run/last-run";
import type { Tool } from "../shapes";
import { scopeOf, useProjectLanguage, useScope } from "../shell-context";
import { defaultsOf, fieldsOf, inputOf, type Values } from "./fields";
import { useValidation } from "./use-validation";

const storageKey = (scope: string) => `sitewright.form.${scope}`;

const keptKey = (tool: string) => `sitewright.kept.${tool}`;
const DAY_MS = 86_400_000;

/** What a guest tried on the public site, if they chose to keep it less than a day ago. */
function kept(tool: string): Values | null {
  try {
    const { input, at } = JSON.parse(localStorage.getItem(keptKey(tool)) ?? "{}");
    return input && Date.now() - at < DAY_MS ? JSON.parse(input) : null;
  } catch {
    return null;
  }
}

function remembered(scope: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(scope)) ?? "{}");
  } catch {
    // Invalid data, such as of another program; fall back to an empty form.
    return {};
  }
}

/** Puts values into the form of a tool for a project before its page is opened; its other values stay. */
export function rememberInput(tool: string, domain: string | null, values: Values) {
  const scope = scopeOf(tool, domain);
  sessionStorage.setItem(storageKey(scope), JSON.stringify({ ...remembered(scope), ...values }));
}

/** Puts values into an otherwise empty form of a tool for a project, without the last run and its answers. */
export function startInput(tool: string, domain: string | null, values: Values) {
  const scope = scopeOf(tool, domain);
  sessionStorage.setItem(storageKey(scope), JSON.stringify(values));
  lastRun.forget(scope);
}

/**
 * The state of a tool's input form. Only changed values are stored, so that unchanged
 * defaults follow the language of the screen; they are stored for the browser session.
 */
export function useToolForm(tool: Tool) {
  const validate = useValidation(tool);
  const scope = useScope(tool.id);
  const fields = useMemo(() => fieldsOf(tool.input as never), [tool.input]);
  const [handedOver] = useState(() => kept(tool.id));
  const [touched, setTouched] = useState<Values>(() => handedOver ?? remembered(scope));
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** What was in the form before its example. */
  const [own, setOwn] = useState<Values | null>(null);

  useEffect(() => sessionStorage.setItem(storageKey(scope), JSON.stringify(touched)), [scope, touched]);

  // It is handed over once.
  useEffect(() => localStorage.removeItem(keptKey(tool.id)), [tool.id]);

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
    setOwn(null);
  }, []);

  const fillIn = (example: Values) => {
    replace(example);
    setOwn(touched);
  };
  const undo = own && (() => replace(own));

  /** The input to send, or null if rules are broken, which are then shown at their fields. */
  const check = useCallback((): Values | null => {
    const messages = validate(values);
    setErrors(messages);
    return Object.keys(messages).length ? null : inputOf(fields, values);
  }, [fields, values, validate]);

  /** Whether it begins with what a guest has kept. */
  const isKept = handedOver !== null;
  return { fields, values, errors, isKept, change, replace, fillIn, undo, check, setErrors };
}

export type ToolFormState = ReturnType<typeof useToolForm>;
