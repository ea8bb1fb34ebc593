import type { Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

function newFlag() {
  let value = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set(now: boolean) {
      if (value === now) return;
      value = now;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  };
}

/** Whether this page receives events; while it does not, pages poll. */
const live = newFlag();
/** Whether this page must not listen to events. */
const silent = newFlag();

export const setLive = live.set;
export const useLive = live.use;
export const useSilent = silent.use;

/**
 * Changes the session, after which a new document is loaded. The page disconnects first: otherwise it would
 * subscribe as another user. If the session stays, it connects again.
 */
export async function inSilence<T>(takeSession: () => Promise<T>): Promise<T> {
  silent.set(true);
  try {
    return await takeSession();
  } catch (problem) {
    silent.set(false);
    throw problem;
  }
}

/** Marks a query that events reload. */
const HEARD = { isHeard: true };

/** Whether events reload a query: once connected, data from before the connection is loaded again. */
export const isHeard = ({ meta }: Query) => meta?.isHeard === true;

/** Options of a query that events reload: it polls while no events arrive. */
export function useHeard(askEveryMs: number): { refetchInterval: number | false; meta: typeof HEARD } {
  return { refetchInterval: useLive() ? false : askEveryMs, meta: HEARD };
}
