import { useSyncExternalStore } from "react";

/** What is open above the page: the palette, the palette with tools only, or the list of shortcuts. */
export type Shown = "palette" | "write" | "keys" | null;

let shown: Shown = null;
/** What is typed while the palette still loads. */
let typed = "";
const listeners = new Set<() => void>();

/** Opens one of them, or closes what is open. */
export function show(next: Shown) {
  shown = next;
  typed = "";
  for (const listener of listeners) listener();
}

export const isPaletteShown = () => shown === "palette" || shown === "write";

export function noteTyped(letter: string) {
  typed += letter;
}

/** What was typed before the palette was there. */
export const typedBefore = () => typed;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShown = () => useSyncExternalStore(subscribe, () => shown);

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The key of the palette, as this computer names it. */
export const PALETTE_KEYS = isApple ? "⌘ K" : "Ctrl K";
export const CONTROL = isApple ? "⌘" : "Ctrl";
