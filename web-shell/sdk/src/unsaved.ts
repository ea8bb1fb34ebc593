import { useCallback, useLayoutEffect, useRef } from "react";

type Edit = {
  /** It survives a change of language on the same page. */
  outlivesLanguage: boolean;
  /** Closes the editor, when the user has agreed to lose the edit. */
  onLose: () => void;
};

/** What is about to happen to unsaved edits: the page is left, or an editor is closed. */
export type Loss = "leave" | "discard";
type Shown = {
  ask: (loss: Loss, go: () => void) => void;
  /** Something waits until the edits are saved or discarded. */
  tell: (name: string) => void;
};

const edits = new Map<symbol, Edit>();
/** What waits until nothing would be lost. */
const waiting = new Map<string, () => void>();
let shown: Shown | null = null;

/** Whether leaving the page loses edits; with `samePage`, whether a change of its language does. */
export const losesEdits = (samePage = false): boolean =>
  [...edits.values()].some(({ outlivesLanguage }) => !(samePage && outlivesLanguage));

/** Sets how the user is asked and told; returns a function that ends that. */
export function onLoss(shows: Shown): () => void {
  shown = shows;
  return () => {
    if (shown === shows) shown = null;
  };
}

/** Calls `go` at once if nothing would be lost, else when the user has agreed. */
export function beforeLoss(loss: Loss, isLost: boolean, go: () => void) {
  if (isLost && shown) shown.ask(loss, go);
  else go();
}

/**
 * Calls `go`, which changes the content of the page, at once or when the user has agreed to lose edits; their editors are
 * then closed. Edits that are stored elsewhere stay.
 */
export function beforeLeaving(go: () => void, loss: Loss = "leave") {
  beforeLoss(loss, losesEdits(true), () => {
    const lost = [...edits].filter(([, { outlivesLanguage }]) => !outlivesLanguage);
    for (const [edit, { onLose }] of lost) {
      edits.delete(edit);
      onLose();
    }
    go();
  });
}

/** The same for an action that replaces what is edited, on a page that stays. */
export const beforeReplacing = (go: () => void) => beforeLeaving(go, "discard");

/** Calls `go` when nothing would be lost. A later call with the same name replaces it. */
export function whenNothingIsLost(name: string, go: () => void) {
  if (!losesEdits(true)) return go();
  waiting.set(name, go);
  shown?.tell(name);
}

function release(edit: symbol) {
  if (!edits.delete(edit) || losesEdits(true)) return;
  const all = [...waiting.values()];
  waiting.clear();
  // After the editor has closed: an effect of its removal must not render.
  queueMicrotask(() => {
    for (const go of all) go();
  });
}

const nothing = () => {};

type Options = {
  /** The input is stored elsewhere during a reload or a change of the language. */
  outlivesLanguage?: boolean;
  onLose?: () => void;
};

/**
 * While `changed` is true, leaving the page asks first. Returns a function for edits that are saved or
 * discarded right before the page is left.
 */
export function useUnsaved(
  changed: boolean,
  { outlivesLanguage = false, onLose = nothing }: Options = {},
): () => void {
  const key = useRef(Symbol("edits"));
  const lose = useRef(onLose);
  lose.current = onLose;
  // A layout effect: the page may be left without a question as soon as it looks saved.
  useLayoutEffect(() => {
    const own = key.current;
    if (changed) edits.set(own, { outlivesLanguage, onLose: () => lose.current() });
    return () => release(own);
  }, [changed, outlivesLanguage]);
  return useCallback(() => release(key.current), []);
}
