import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isHeard, setLive, useSilent } from "../api/live";
import { whenIdle } from "../ui/idle";
import { hear } from "./news";

/** Receives events of this user, so that open pages agree. Without a socket the page works as usual. */
export function Realtime({ user }: { user: string }) {
  const queries = useQueryClient();
  const silent = useSilent();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another socket.
  useEffect(() => {
    if (silent) return;
    const leaving = new AbortController();
    let wasLive = false;
    const onLive = (live: boolean) => {
      setLive(live);
      // Events before the connection, or while it was lost, were not received.
      if (live) queries.invalidateQueries(wasLive ? {} : { predicate: isHeard });
      wasLive ||= live;
    };
    const begin = async () => {
      if (leaving.signal.aborted) return;
      const { openSocket } = await import("./socket");
      const onEvent = (event: string, data: unknown) => hear(queries, event, data);
      await openSocket(leaving.signal, { onEvent, onLive });
    };
    whenIdle(() => begin().catch(() => setLive(false)));
    return () => leaving.abort();
  }, [user, queries, silent]);
  return null;
}
