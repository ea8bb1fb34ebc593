import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem } from "../problem";
import { under } from "../queries";
import { followRun } from "../run/follow";
import { fetchRun, startRun } from "../run/run-api";
import type { Run, Variant } from "../shapes";
import { useShell, useTool } from "../shell-context";
import { variantsOf } from "./fields";
import { rewriteInput, type Wish } from "./rewrite";

/** A text written anew that waits for a yes or a no. `field` is null for the whole variant. */
export type Proposal = { field: string | null; variant: Variant };

type State = { busy: boolean; problem: string; proposal: Proposal | null };
const IDLE: State = { busy: false, problem: "", proposal: null };

/** Writes a variant of a saved result anew, as a proposal: nothing changes until it is taken. */
export function useRewrite(documentId: string, input: Record<string, unknown>) {
  const { api, quietly, trial } = useShell();
  const tool = useTool();
  const queries = useQueryClient();
  const [state, setState] = useState<State>(IDLE);

  const run = async (input: Record<string, unknown>): Promise<Run> => {
    const { id } = await startRun(
      { api, trial },
      tool.id,
      { input, revises: documentId },
      crypto.randomUUID(),
    );
    await followRun(`/api/runs/${id}/events`, {
      signal: new AbortController().signal,
      onEvent: () => {},
      onInterruption: () => {},
    });
    return fetchRun({ api, quietly }, id);
  };

  const propose = async (variant: Variant, field: string | null, wish: Wish) => {
    setState({ ...IDLE, busy: true });
    try {
      const ended = await run(rewriteInput(tool, input, variant, field, wish));
      const [proposed] = variantsOf(ended.outcome?.data);
      if (proposed) setState({ ...IDLE, proposal: { field, variant: proposed } });
      else setState({ ...IDLE, problem: ended.problem?.message ?? "" });
    } catch (cause) {
      setState({ ...IDLE, problem: cause instanceof ApiProblem ? cause.message : "" });
    }
    void queries.invalidateQueries(under("/api/user", "/api/words"));
  };

  return { ...state, propose, forget: () => setState(IDLE) };
}

export type Rewrite = ReturnType<typeof useRewrite>;
