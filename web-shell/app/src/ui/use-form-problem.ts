import { ApiProblem } from "@sitewright/sdk/shell";
import { useState } from "react";
import { notify } from "./notify";

/**
 * The server lists fields by name; people read them from the top of the form. An input that holds a whole list says
 * `data-field`, and its errors are named by entry, such as `avoid.3`.
 */
function focusFirst(errors: Record<string, unknown>) {
  const inputs = [...document.querySelectorAll<HTMLInputElement>("form [name], form [data-field]")];
  const isBroken = ({ name, dataset: { field = name } }: HTMLInputElement) =>
    Object.keys(errors).some((error) => error === field || error.startsWith(`${field}.`));
  inputs.find(isBroken)?.focus();
}

/** What no snackbar tells of; the form says it itself. */
const UNTOLD = [403, 404, 410, 429];

/** Runs a form's submission and keeps the server's messages for its fields. */
export function useFormProblem() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const submit = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setErrors({});
    setMessage(null);
    notify.clearErrors();
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      const messages = Object.entries(problem.errors).map(([field, texts]) => [field, texts[0] ?? ""]);
      setErrors(Object.fromEntries(messages));
      if (UNTOLD.includes(problem.status)) setMessage(problem.message);
      requestAnimationFrame(() => focusFirst(problem.errors));
    } finally {
      setBusy(false);
    }
  };
  return {
    /** By the name of the field. */
    errors,
    /** What stands in the way of the whole form. */
    message,
    busy,
    submit,
  };
}
