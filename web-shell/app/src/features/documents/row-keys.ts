import type { KeyboardEvent } from "react";

const MOVES: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place, last) => Math.min(place + 1, last),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** In the list of documents, arrows move between the rows and the space bar selects; Enter opens the link itself. */
export function moveInRows(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement;
  const row = target.closest(".document-row");
  const isOfRow = target.matches(".document-link, .document-check input");
  if (!row || !isOfRow || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && target.matches(".document-link")) {
    event.preventDefault();
    row.querySelector<HTMLElement>(".document-check input")?.click();
    return;
  }
  const move = MOVES[event.key];
  if (!move) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll(".document-row")];
  const next = rows[move(rows.indexOf(row), rows.length - 1)];
  next?.querySelector<HTMLElement>(".document-link")?.focus();
}
