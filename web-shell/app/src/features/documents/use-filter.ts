import { PER_PAGE, useListFilter } from "../../api/use-list";
import { useTyped } from "../../ui/list";
import { type DocumentFilter, SORTS, type Sort } from "./list-documents";

/** Places that are not folders, by their names in the address. */
export const UNFILED = "none";
export const FAVOURITES = "favourites";
export const TRASH = "trash";

type Narrow = Record<"q" | "tool" | "project", string>;

const sortOf = (name: string): Sort => SORTS.find((sort) => sort === name) ?? "best";

function inPlace(place: string): DocumentFilter {
  if (place === TRASH) return { trash: true };
  return place === FAVOURITES ? { favourite: true } : { folder: place || undefined };
}

/** The parameters of the API request. */
const wanted = ({ q, tool, project }: Narrow, place: string): DocumentFilter => ({
  q: q || undefined,
  tool: tool || undefined,
  project: Number(project) || undefined,
  ...inPlace(place),
});

/** The address stores the state of the archive: place, search, tool, page. */
export function useFilter() {
  const list = useListFilter();
  const { get, page } = list;
  const { input: search } = useTyped(list, "q");
  const sort = sortOf(get("sort"));
  const narrow = { q: get("q"), tool: get("tool"), project: get("project") };
  const place = get("folder");
  const filter = wanted(narrow, place);
  return {
    ...narrow,
    /** Id of a folder, one of the places above, or empty for all documents. */
    place,
    page,
    sort,
    search,
    set: list.set,
    onPage: list.onPage,
    /** Whether a filter is set. */
    isNarrow: Object.values(narrow).some(Boolean),
    filter,
    query: { ...filter, sort, page, per_page: PER_PAGE },
  };
}

export type Filter = ReturnType<typeof useFilter>;
