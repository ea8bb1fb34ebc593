import type { Progress, Run, RunProblem, RunStatus } from "../shapes";
import type { ServerEvent } from "./sse";

export type RunState = {
  phase: "idle" | "starting" | RunStatus;
  run: Run | null;
  /** Live text by label: numbered labels in the order of their numbers, others as they appeared. */
  live: { label: string; text: string }[];
  progress: Progress | null;
  /** Position in the queue. */
  position: number | null;
  problem: RunProblem | null;
  /** True while the connection to the run is lost and being restored. */
  interrupted: boolean;
};

export const IDLE: RunState = {
  phase: "idle",
  run: null,
  live: [],
  progress: null,
  position: null,
  problem: null,
  interrupted: false,
};

/** True while the run is in progress. */
export const isBusy = (state: RunState) => ["starting", "queued", "running"].includes(state.phase);

/** The state of a run that was fetched as a whole. */
export function stateOf(run: Run): RunState {
  return { ...IDLE, phase: run.status, run, progress: run.progress ?? null, problem: run.problem ?? null };
}

/** "variant-2" is 2. Several variants are written at once, so their texts begin in any order. */
const numberOf = (label: string) => Number(label.match(/^variant-(\d+)$/)?.[1] ?? 0);

function withText(live: RunState["live"], label: string, change: (text: string) => string): RunState["live"] {
  if (!live.some((part) => part.label === label)) {
    const more = [...live, { label, text: change("") }];
    return more.sort((one, other) => numberOf(one.label) - numberOf(other.label));
  }
  return live.map((part) => (part.label === label ? { label, text: change(part.text) } : part));
}

/** The live texts by variant: one answer may contain several, with a line of "=" between them. */
export function byVariant(live: RunState["live"]) {
  return live.flatMap(({ label, text }) => {
    const first = numberOf(label);
    if (!first) return [{ label, text, isOpen: true }];
    const texts = text.split(/^={3,}$\n?/m);
    return texts.map((one, place) => ({
      label: `variant-${first + place}`,
      text: one.trim(),
      isOpen: place === texts.length - 1,
    }));
  });
}

/** The state after one event of the stream. */
export function afterEvent(state: RunState, event: ServerEvent): RunState {
  const data = JSON.parse(event.data);
  switch (event.event) {
    case "status":
      return { ...state, phase: data.status, position: data.position ?? null };
    case "progress":
      return { ...state, progress: data };
    case "delta":
      return { ...state, live: withText(state.live, data.label, (text) => text + data.text) };
    case "replace":
      return { ...state, live: withText(state.live, data.label, () => "") };
    case "finished": {
      const ended = stateOf(data.run ?? data);
      // The server does not store what a stopped run has written, so it stays on the screen.
      return ended.phase === "cancelled" ? { ...ended, live: state.live } : ended;
    }
    default:
      // A newer server may send unknown events.
      return state;
  }
}
