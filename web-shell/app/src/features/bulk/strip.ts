import type { Cell } from "@sitewright/ui/chart";
import type { Job, RowStatus } from "./jobs";

type Stretch = NonNullable<Job["strip"]>[number];
export type CellState = Cell["state"];

/** The state of a row as lists name it: a text with places to fill in is not done. */
export type RowName = RowStatus | "gaps";

/** One cell: the rows from `first` to `last`, the state of those that need attention first, and its name. */
export type StripCell = { first: number; last: number; state: CellState; name: RowName };

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

const nameOf = ({ status, gaps }: Stretch): RowName => (status === "succeeded" && gaps ? "gaps" : status);
const stateOf = (stretch: Stretch): CellState => {
  const name = nameOf(stretch);
  return name === "gaps" ? name : STATES[name];
};

/** The rows of a job as cells, in a long table several rows each. */
export function cellsOf(strip: Stretch[], most = MOST_CELLS): StripCell[] {
  const all = strip.flatMap((stretch) => Array<Stretch>(stretch.count).fill(stretch));
  const size = Math.max(1, Math.ceil(all.length / most));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, place) => {
    const rows = all.slice(place * size, (place + 1) * size);
    const first = place * size + 1;
    const state = ORDER.find((each) => rows.some((row) => stateOf(row) === each)) ?? "waiting";
    const shown = rows.find((row) => stateOf(row) === state);
    return { first, last: first + rows.length - 1, state, name: shown ? nameOf(shown) : "waiting" };
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
