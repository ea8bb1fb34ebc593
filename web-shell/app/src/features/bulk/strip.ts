import type { Cell } from "@sitewright/ui/chart";
import type { Job } from "./jobs";

type Stretch = NonNullable<Job["strip"]>[number];
export type CellState = Cell["state"];

/** One cell: the rows from `first` to `last`, and the state of those that need attention first. */
export type StripCell = { first: number; last: number; state: CellState };

/** A phone shows about so many cells in four lines. */
const MOST_CELLS = 120;

const STATES: Record<Stretch["status"], CellState> = {
  invalid: "left",
  cancelled: "left",
  waiting: "waiting",
  running: "working",
  succeeded: "done",
  failed: "failed",
};

/** Of several rows in one cell, the state that is shown. */
const ORDER: CellState[] = ["failed", "gaps", "working", "waiting", "done", "left"];

const stateOf = ({ status, gaps }: Stretch): CellState =>
  status === "succeeded" && gaps ? "gaps" : STATES[status];

/** The rows of a job as cells, in a long table several rows each. */
export function cellsOf(strip: Stretch[], most = MOST_CELLS): StripCell[] {
  const states = strip.flatMap((stretch) => Array<CellState>(stretch.count).fill(stateOf(stretch)));
  const size = Math.max(1, Math.ceil(states.length / most));
  return Array.from({ length: Math.ceil(states.length / size) }, (_, place) => {
    const rows = states.slice(place * size, (place + 1) * size);
    const first = place * size + 1;
    const state = ORDER.find((each) => rows.includes(each)) ?? "waiting";
    return { first, last: first + rows.length - 1, state };
  });
}

/** The row to go to: the first of the cell in the state that is shown. */
export function rowOf(strip: Stretch[], { first, last, state }: StripCell): number {
  let number = 1;
  for (const stretch of strip) {
    const end = number + stretch.count - 1;
    if (stateOf(stretch) === state && end >= first && number <= last) return Math.max(number, first);
    number = end + 1;
  }
  return first;
}
