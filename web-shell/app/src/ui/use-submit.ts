import { ApiProblem } from "@sitewright/sdk/shell";
import { useRef, useState } from "react";
import { notify } from "./notify";

/**
 * Focuses the first input with an error. The server lists fields by name; users read them from the top of the form. An
 * input that holds a whole list says `data-field`, and its errors are named by entry, such as `avoid.3`.
 */
function focusFirst(form: HTMLFormElement, errors: Record<string, unknown>) {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("[name], [data-field], [data-path]")];
  const isBroken = ({ type, name, dataset: { path, field = name || path } }: HTMLInputElement) =>
    type !== "hidden" &&
    Object.keys(errors).some((error) => error === field || error.startsWith(`${field}.`));
  inputs.find(isBroken)?.focus();
}

/** No snackbar reports these; the form shows the message itself. */
const SHOWN_BY_FORM = [403, 404, 410, 429];

/** Runs a submission. `setErrors` gets the messages of the server by field; the first such field of `ref` is focused. */
export function useSubmit(setErrors: (errors: Record<string, string>) => void = () => {}) {
  const ref = useRef<HTMLFormElement>(null);
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
      if (SHOWN_BY_FORM.includes(problem.status)) setMessage(problem.message);
      requestAnimationFrame(() => ref.current && focusFirst(ref.current, problem.errors));
    } finally {
      setBusy(false);
    }
  };
  /** `message` is about the whole form. */
  return { ref, busy, message, submit };
}
