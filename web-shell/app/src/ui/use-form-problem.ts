import { ApiProblem } from "@sitewright/sdk/shell";
import { useState } from "react";

/** Runs a form's submission and keeps the server's messages for its fields. */
export function useFormProblem() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setErrors({});
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      const messages = Object.entries(problem.errors).map(([field, texts]) => [field, texts[0] ?? ""]);
      setErrors(Object.fromEntries(messages));
      const first = messages[0]?.[0];
      if (first) requestAnimationFrame(() => document.getElementsByName(first)[0]?.focus());
    } finally {
      setBusy(false);
    }
  };
  return { errors, busy, submit };
}
