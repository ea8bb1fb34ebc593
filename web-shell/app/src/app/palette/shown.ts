import { useSyncExternalStore } from "react";

/** What is open above the page: the palette, the palette with tools only, or the list of shortcuts. */
export type Shown = "palette" | "write" | "keys" | null;

let shown: Shown = null;
const listeners = new Set<() => void>();

/** Opens one of them, or closes what is open. */
export function show(next: Shown) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShown = () => useSyncExternalStore(subscribe, () => shown);

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The key of the palette, as this computer names it. */
export const PALETTE_KEYS = isApple ? "⌘ K" : "Ctrl K";
