import type { KeyboardEvent } from "react";

const MOVES: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place, last) => Math.min(place + 1, last),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * In a list, arrows move between the links of the rows and the space bar selects a row, if it has a checkbox; Enter opens
 * the link itself. The parts of a row are selectors.
 */
export const movesIn = (row: string, link: string, checkbox?: string) =>
  function move(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const here = target.closest(row);
    const isOfRow = target.matches(checkbox ? `${link}, ${checkbox}` : link);
    if (!here || !isOfRow || event.ctrlKey || event.metaKey || event.altKey) return;
    if (checkbox && event.key === " " && target.matches(link)) {
      event.preventDefault();
      here.querySelector<HTMLElement>(checkbox)?.click();
      return;
    }
    const to = MOVES[event.key];
    if (!to) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll(row)];
    const next = rows[to(rows.indexOf(here), rows.length - 1)];
    next?.querySelector<HTMLElement>(link)?.focus();
  };
