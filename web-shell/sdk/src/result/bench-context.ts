import { createContext, useContext } from "react";
import type { RunControl } from "../run/use-run";
import type { Result } from "./use-result";

/** The run and the result around a variant. */
export type Bench = { run: RunControl; result: Result; place: number };

const BenchContext = createContext<Bench | null>(null);
export const BenchProvider = BenchContext.Provider;

/** Null for a variant outside a workbench. */
export const useBench = () => useContext(BenchContext);

/** Whether the user asked for something in words, which rules do not follow. */
export function hasWishes(run: RunControl) {
  const input = (run.run?.input ?? {}) as Record<string, unknown>;
  return typeof input.extra_instructions === "string" && input.extra_instructions !== "";
}
