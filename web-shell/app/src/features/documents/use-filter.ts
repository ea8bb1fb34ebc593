import { PER_PAGE, useListFilter } from "../../api/use-list";
import { useTyped } from "../../ui/list";
import { type DocumentFilter, SORTS, type Sort } from "./list-documents";

/** Places that are no folder, as the address names them. */
export const UNFILED = "none";
export const FAVOURITES = "favourites";
export const TRASH = "trash";

type Narrow = Record<"q" | "tool" | "project", string>;

const sortOf = (name: string): Sort => SORTS.find((sort) => sort === name) ?? "best";

function inPlace(place: string): DocumentFilter {
  if (place === TRASH) return { trash: true };
  return place === FAVOURITES ? { favourite: true } : { folder: place || undefined };
}

/** What the API is asked for. */
const wanted = ({ q, tool, project }: Narrow, place: string): DocumentFilter => ({
  q: q || undefined,
  tool: tool || undefined,
  project: Number(project) || undefined,
  ...inPlace(place),
});

/** The address is the state of the archive: the place, what is searched for, which tool, which page. */
export function useFilter() {
  const list = useListFilter();
  const { get, page } = list;
  const search = useTyped(list, "q");
  const sort = sortOf(get("sort"));
  const narrow = { q: get("q"), tool: get("tool"), project: get("project") };
  const place = get("folder");
  const filter = wanted(narrow, place);
  return {
    ...narrow,
    /** Id of a folder, one of the places above, or nothing for all documents. */
    place,
    page,
    sort,
    search,
    set: list.set,
    onPage: list.onPage,
    /** Whether something narrows the place down. */
    isNarrow: Object.values(narrow).some(Boolean),
    filter,
    query: { ...filter, sort, page, per_page: PER_PAGE },
  };
}

export type Filter = ReturnType<typeof useFilter>;
