import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

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

/** Whether the server tells this page what happens; while it does not, pages ask from time to time. */
const live = newFlag();
/** Whether this page is not to listen. */
const silent = newFlag();

export const setLive = live.set;
export const useLive = live.use;
export const useSilent = silent.use;

/**
 * Takes another session, after which a new document is loaded. The page hangs up first: what it asked to hear
 * afterwards it would ask as somebody else. If the session stays, it listens again.
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

/**
 * Keeps answers fresh: news of them is heard, and what happened before anybody listened is asked for once more. Returns
 * how often to ask. The key is a constant.
 */
export function useFresh(queryKey: QueryKey, askEveryMs: number): number | false {
  const queries = useQueryClient();
  const isLive = useLive();
  useEffect(() => {
    if (isLive) queries.invalidateQueries({ queryKey });
  }, [isLive, queryKey, queries]);
  return isLive ? false : askEveryMs;
}
