import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { under } from "../queries";
import type { Run } from "../shapes";
import { useScope, useShell } from "../shell-context";
import { followRun } from "./follow";
import { lastRun } from "./last-run";
import { problemOf } from "./problem-title";
import { fetchRun, startRun } from "./run-api";
import { afterEvent, IDLE, isBusy, type RunState, stateOf } from "./state";

/** What the last stopped run had written: the server does not store it, and a reload must not lose it. */
const stopped = {
  key: "sitewright.stopped",
  read: (run: Run): RunState["live"] => {
    const [id, live] = JSON.parse(sessionStorage.getItem(stopped.key) ?? "[]");
    return run.status === "cancelled" && id === run.id ? live : [];
  },
  write: (run: Run, live: RunState["live"]) => {
    try {
      sessionStorage.setItem(stopped.key, JSON.stringify([run.id, live]));
    } catch {
      // No room: the text stays on the screen until the next reload.
    }
  },
};

/**
 * Starts runs of a tool and follows them: live text, progress, cancel, problems, and resuming after a
 * reload unless `resume` is false.
 */
export function useRun(tool: string, { resume = true }: { resume?: boolean } = {}) {
  const { api, quietly, trial } = useShell();
  const scope = useScope(tool);
  const queries = useQueryClient();
  const [state, setState] = useState<RunState>(IDLE);
  const following = useRef<AbortController | null>(null);

  const settle = useCallback(() => {
    const changed = under(
      "/api/user",
      "/api/words",
      "/api/documents",
      "/api/folders",
      "/api/runs",
      "/api/admin/trials",
    );
    void queries.invalidateQueries(changed);
  }, [queries]);

  const follow = useCallback(
    async (run: Run) => {
      following.current?.abort();
      const controller = new AbortController();
      following.current = controller;
      lastRun.write(scope, run.id);
      setState({ ...stateOf(run), live: stopped.read(run) });
      if (!isBusy(stateOf(run))) return;
      try {
        await followRun(`/api/runs/${run.id}/events`, {
          signal: controller.signal,
          onEvent: (event) => setState((before) => afterEvent(before, event)),
          onInterruption: (interrupted) => setState((before) => ({ ...before, interrupted })),
        });
      } catch (cause) {
        setState((before) => ({ ...before, phase: "failed", problem: problemOf(cause) }));
      }
      if (!controller.signal.aborted) settle();
    },
    [scope, settle],
  );

  const show = useCallback(
    (id: string) => fetchRun({ api, quietly }, id).then(follow),
    [api, quietly, follow],
  );

  const start = useCallback(
    async (input: Record<string, unknown>, key: string = crypto.randomUUID()) => {
      following.current?.abort();
      setState({ ...IDLE, phase: "starting" });
      try {
        await follow(await startRun({ api, trial }, tool, { input }, key));
      } catch (cause) {
        setState({ ...IDLE, phase: "failed", problem: problemOf(cause) });
      }
    },
    [api, trial, tool, follow],
  );

  useEffect(() => {
    const { phase, run, live } = state;
    if (phase === "cancelled" && run && live.length > 0) stopped.write(run, live);
  }, [state]);

  const id = state.run?.id;
  const cancel = useCallback(async () => {
    if (id) await api.POST("/api/runs/{id}/cancel", { params: { path: { id } } });
  }, [api, id]);

  useEffect(() => {
    const last = resume ? lastRun.read(scope) : null;
    // A missing run (another account, an emptied server) is not reported.
    if (last) show(last).catch(() => lastRun.forget(scope));
    else setState(IDLE);
    return () => following.current?.abort();
  }, [scope, show, resume]);

  const clear = useCallback(() => {
    following.current?.abort();
    lastRun.forget(scope);
    setState(IDLE);
  }, [scope]);

  return { ...state, busy: isBusy(state), start, cancel, show, clear };
}

export type RunControl = ReturnType<typeof useRun>;
