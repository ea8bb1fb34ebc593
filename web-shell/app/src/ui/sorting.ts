export type Direction = "asc" | "desc";

export type Sorting = {
  by: string;
  order: Direction;
  /** Sorts by a column; by the same one in the other direction. */
  onSort: (by: string, first: Direction) => void;
};

type Filter = {
  get: (name: string) => string;
  set: (name: string, value: string, isTyped?: boolean) => void;
};

const written = (by: string, order: Direction) => (order === "desc" ? `-${by}` : by);

/** The column by which a list is sorted; the address stores it as `sort=name` or `sort=-name`. */
export function sortingOf<Name extends string>(
  { get, set }: Filter,
  names: readonly Name[],
  usual: { by: Name; order: Direction },
): Sorting & { by: Name } {
  const text = get("sort");
  const name = names.find((one) => one === text.replace(/^-/, ""));
  const now = name ? { by: name, order: text.startsWith("-") ? ("desc" as const) : ("asc" as const) } : usual;
  return {
    ...now,
    onSort: (by, first) => {
      const other = now.order === "asc" ? "desc" : "asc";
      const next = written(by, by === now.by ? other : first);
      // Replaces the address as typing does: the page neither scrolls nor gets a history entry for each press.
      set("sort", next === written(usual.by, usual.order) ? "" : next, true);
    },
  };
}
