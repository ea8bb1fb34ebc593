import { useState } from "react";

/** The selected rows. They belong to one view of the list: another filter or page clears them. */
export function useChosen(view: string, shown: string[]) {
  const [chosen, setChosen] = useState({ view, ids: new Set<string>() });
  // Rows that have left the list are deselected.
  const ids = chosen.view === view ? shown.filter((id) => chosen.ids.has(id)) : [];
  const set = (next: string[]) => setChosen({ view, ids: new Set(next) });
  return {
    ids,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) => set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => set(ids.length === shown.length ? [] : shown),
    clear: () => set([]),
    set,
  };
}

export type Chosen = ReturnType<typeof useChosen>;
