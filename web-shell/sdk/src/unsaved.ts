import { useCallback, useLayoutEffect, useRef } from "react";

/** Unsaved edits: true for those that survive a change of language on the same page. */
const edits = new Map<symbol, boolean>();

/** Whether leaving the page loses edits; with `samePage`, whether a change of its language does. */
export const losesEdits = (samePage = false): boolean =>
  [...edits.values()].some((outlivesLanguage) => !(samePage && outlivesLanguage));

type Options = {
  /** The input is stored elsewhere during a reload or a change of the language. */
  outlivesLanguage?: boolean;
};

/**
 * While `changed` is true, leaving the page asks first. Returns a function for edits that are saved or
 * discarded right before the page is left.
 */
export function useUnsaved(changed: boolean, { outlivesLanguage = false }: Options = {}): () => void {
  const key = useRef(Symbol("edits"));
  // A layout effect: the page may be left without a question as soon as it looks saved.
  useLayoutEffect(() => {
    const own = key.current;
    if (changed) edits.set(own, outlivesLanguage);
    return () => void edits.delete(own);
  }, [changed, outlivesLanguage]);
  return useCallback(() => void edits.delete(key.current), []);
}
