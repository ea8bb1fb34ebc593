import { ALL_PROJECTS, useOwnProject } from "../../api/own-project";
import { PER_PAGE, useListFilter } from "../../api/use-list";
import { useTyped } from "../../ui/list";
import { type DocumentFilter, SORTS, type Sort } from "./list-documents";
import { FAVOURITES, TRASH, UNFILED } from "./place-names";

export { FAVOURITES, TRASH, UNFILED };

type Narrow = Record<"q" | "tool" | "project", string>;

const sortOf = (name: string): Sort => SORTS.find((sort) => sort === name) ?? "best";

function inPlace(place: string): DocumentFilter {
  if (place === TRASH) return { trash: true };
  return place === FAVOURITES ? { favourite: true } : { folder: place || undefined };
}

/** The parameters of the API request. The early request of `before-paint.js` has the same order. */
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
  const place = get("folder");
  const own = useOwnProject();
  const asked = get("project");
  // The trash is emptied as a whole, so it is shown as a whole.
  const counted = asked === ALL_PROJECTS ? "" : asked || own;
  const project = place === TRASH && !asked ? "" : counted;
  const narrow = { q: get("q"), tool: get("tool"), project };
  const filter = wanted(narrow, place);
  return {
    ...narrow,
    /** The project in the address, as links to other places repeat it. */
    asked,
    /** The project whose documents the places count. */
    counted,
    /** Id of a folder, one of the places above, or empty for all documents. */
    place,
    page,
    sort,
    search,
    set: list.set,
    onPage: list.onPage,
    /** Whether a filter is set, beside the project. */
    isNarrow: Boolean(narrow.q || narrow.tool),
    filter,
    query: { ...filter, sort, page, per_page: PER_PAGE },
  };
}

export type Filter = ReturnType<typeof useFilter>;
