import { type KeyboardEvent, useState } from "react";

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The properties of the element that has the focus of a cell. */
export type GridPlace = ReturnType<ReturnType<typeof useGridKeys>["place"]>;

/** The keys of a grid: Tab reaches one cell, and the arrow keys the others; Home and End the first and last of a row. */
export function useGridKeys() {
  const [at, setAt] = useState({ row: 0, column: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const [row, column] = [Number(from.dataset.row), Number(from.dataset.column)];
    const cells = (row: number) => event.currentTarget.querySelectorAll<HTMLElement>(`[data-row="${row}"]`);
    const step = STEPS[event.key];
    const last = cells(row).length - 1;
    const next = step
      ? cells(row + step[0])[column + step[1]]
      : cells(row)[event.key === "Home" ? 0 : event.key === "End" ? last : -1];
    if (!step && !next) return;
    event.preventDefault();
    next?.focus();
  };
  return {
    table: { onKeyDown },
    place: (row: number, column: number) => ({
      "data-row": row,
      "data-column": column,
      tabIndex: at.row === row && at.column === column ? 0 : -1,
      onFocus: () => setAt({ row, column }),
    }),
  };
}
