import { useCallback, useLayoutEffect, useRef } from "react";

/** Where edits are that are not saved: true for those that a change of language on the same page does not lose. */
const edits = new Map<symbol, boolean>();

/** Whether leaving loses edits; with `samePage`, whether even another language of the same page does. */
export const losesEdits = (samePage = false): boolean =>
  [...edits.values()].some((outlivesLanguage) => !(samePage && outlivesLanguage));

type Options = {
  /** What was typed is kept elsewhere while the page is reloaded or shown in the other language. */
  outlivesLanguage?: boolean;
};

/**
 * While `changed` is true, leaving the page asks first. Returns what to call when the edits are saved or
 * given up and the page is left in the same breath.
 */
export function useUnsaved(changed: boolean, { outlivesLanguage = false }: Options = {}): () => void {
  const key = useRef(Symbol("edits"));
  // With the drawing and not after it: what looks saved or given up is left without a question.
  useLayoutEffect(() => {
    const own = key.current;
    if (changed) edits.set(own, outlivesLanguage);
    return () => void edits.delete(own);
  }, [changed, outlivesLanguage]);
  return useCallback(() => void edits.delete(key.current), []);
}
