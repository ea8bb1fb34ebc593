import type { Found, Search } from "../../search/search";
import { type Item, KINDS, type Kind } from "./items";

/** An entry that a search found, with the words that matched. */
export type Shown = { item: Item; matched: readonly string[] };
/** Entries under a heading: of one kind, or what was chosen last. */
export type Group = { name: Kind | "recent"; shown: Shown[] };

/** Most entries of a group. */
const MOST: Record<Kind, number> = { project: 6, tool: 6, page: 5, action: 4, document: 8 };

/** What is searched: an index of each kind, and the entry of an id. */
export type Source = { search: Search; itemOf: (id: string) => Item | undefined };
export type Sources = Partial<Record<Kind, Source>>;

/** The results of a search by kind; the kind with the best match first. */
export function groupsOf(query: string, sources: Sources): Group[] {
  const found = KINDS.flatMap((kind) => {
    const source = sources[kind];
    const results = source?.search.find(query, MOST[kind]) ?? [];
    const shown = results.flatMap(({ id, matched }) => {
      const item = source?.itemOf(id);
      return item ? [{ item, matched }] : [];
    });
    return shown.length > 0 ? [{ name: kind, shown, best: bestOf(results) }] : [];
  });
  return found.sort((one, other) => other.best - one.best);
}

const bestOf = (results: Found[]) => Math.max(...results.map(({ rank }) => rank));

const asShown = (items: Item[]): Shown[] => items.map((item) => ({ item, matched: [] }));

/** The order before anything is typed: what differs between days comes first. */
const OPENING = ["document", "project", "tool", "page", "action"] as const satisfies readonly Kind[];

/** What is shown before anything is typed: the last choices, then a few entries of each kind. */
export function openingGroups(recent: Item[], few: Record<Kind, Item[]>): Group[] {
  const ids = new Set(recent.map(({ id }) => id));
  const others = OPENING.map((kind) => ({
    name: kind,
    shown: asShown(few[kind].filter(({ id }) => !ids.has(id)).slice(0, MOST[kind])),
  }));
  return [{ name: "recent" as const, shown: asShown(recent) }, ...others].filter(
    ({ shown }) => shown.length > 0,
  );
}
