import { useSyncExternalStore } from "react";

/** Whether the server tells this page what happens; while it does not, pages ask from time to time. */
let live = false;
const listeners = new Set<() => void>();

export function setLive(now: boolean) {
  if (live === now) return;
  live = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLive = () => useSyncExternalStore(subscribe, () => live);
