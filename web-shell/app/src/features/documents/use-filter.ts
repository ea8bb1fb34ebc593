import { useDebouncedCallback } from "@mantine/hooks";
import { useSearchParams } from "react-router";
import { useSearchText } from "../../ui/use-search-text";
import { type DocumentFilter, SORTS, type Sort } from "./list-documents";

export const PER_PAGE = 20;
const TYPING_MS = 200;

/** Places that are no folder, as the address names them. */
export const UNFILED = "none";
export const FAVOURITES = "favourites";
export const TRASH = "trash";

type Param = "q" | "tool" | "project" | "folder" | "sort" | "page";
type Narrow = Record<"q" | "tool" | "project", string>;

const sortOf = (name: string | null) => SORTS.find((sort) => sort === name) ?? "best";

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
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? "";
  const set = (name: Param, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        if (name !== "page") before.delete("page");
        return before;
      },
      { replace: name === "q", preventScrollReset: name === "q" },
    );
  const [typed, search] = useSearchText(
    get("q"),
    useDebouncedCallback((value: string) => set("q", value), TYPING_MS),
  );
  const page = Math.max(1, Math.trunc(Number(get("page"))) || 1);
  const sort: Sort = sortOf(params.get("sort"));
  const narrow = { q: get("q"), tool: get("tool"), project: get("project") };
  const place = get("folder");
  const filter = wanted(narrow, place);
  return {
    ...narrow,
    /** Id of a folder, one of the places above, or nothing for all documents. */
    place,
    page,
    sort,
    typed,
    search,
    set,
    /** Whether something narrows the place down. */
    isNarrow: Object.values(narrow).some(Boolean),
    filter,
    query: { ...filter, sort, page, per_page: PER_PAGE },
  };
}

export type Filter = ReturnType<typeof useFilter>;
