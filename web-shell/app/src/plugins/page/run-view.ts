import { type Document, errorsByField, type RunControl } from "@sitewright/sdk";
import type { PageRun } from "./protocol";

/** The data of a run that a page receives. If the result was saved, the saved version with later edits. */
export function runView(run: RunControl, document: Document | null, order: number): PageRun {
  const { phase, position, progress, live, problem } = run;
  const outcome = document ?? run.run?.outcome ?? null;
  const isDone = phase === "succeeded" && outcome !== null;
  return {
    order,
    status: phase,
    position,
    progress,
    written: live,
    input: run.run?.input ?? null,
    result: isDone
      ? {
          title: outcome.title,
          text: outcome.text,
          data: outcome.data,
          drafted: run.run?.drafted ?? false,
          words: run.run?.words ?? 0,
        }
      : null,
    problem: problem && {
      code: problem.code,
      message: problem.message,
      errors: errorsByField(problem.errors ?? {}),
    },
  };
}
