import { ApiProblem } from "../problem";
import type { RunProblem } from "../shapes";

const KNOWN_STATUS = [0, 402, 404, 409, 422, 429, 502];

/** One status covers several causes: only the code identifies the cause. */
const OF_CODE: Record<string, string> = {
  "plans.tool-locked": "locked",
  "plans.tool-nowhere": "locked",
  "ceilings.denied": "denied",
  "words.exhausted": "words",
  "ceilings.words": "words",
  "ceilings.own-words": "words",
  "plans.runs-per-day": "runs",
  "ceilings.runs": "runs",
  "ceilings.own-runs": "runs",
  "ceilings.memory": "memory",
  "ceilings.own-memory": "memory",
  "ceilings.host": "host",
  "ceilings.own-host": "host",
  "keys.spent": "key",
  "keys.revoked": "revoked",
  "trials.not-there": "404",
  "model.budget-used-up": "budget",
  "model.garbled": "unusable",
  "model.cut-off": "unusable",
  "plugin.unavailable": "unusable",
  "model.broken-off": "broken",
  "model.timed-out": "slow",
  "plugin.wall-limit": "slow",
  "model.busy": "busy",
  "own-model.busy": "busy",
  "model.unreachable": "unreachable",
  "own-model.unreachable": "unreachable",
  "model.rejected": "rejected",
  "model.unknown": "rejected",
  "model.wrong-key": "rejected",
  "model.no-credit": "rejected",
  "own-model.rejected": "rejected",
  "own-model.wrong-key": "rejected",
  "own-model.no-credit": "rejected",
  "model.declined": "declined",
};

/** The key of the text for a status. */
export const textOf = ({ status }: Pick<RunProblem, "status">) =>
  KNOWN_STATUS.includes(status) ? String(status) : "other";

/** The key of the title for a problem. */
export const titleOf = (problem: Pick<RunProblem, "status" | "code">) =>
  OF_CODE[problem.code] ?? textOf(problem);

/** The problem of a run that could not be started or followed: without a response, the server is not reachable. */
export function problemOf(cause: unknown): RunProblem {
  if (!(cause instanceof ApiProblem)) return { status: 0, code: "offline", message: "" };
  return { status: cause.status, code: cause.code, message: cause.message, errors: cause.errors };
}
