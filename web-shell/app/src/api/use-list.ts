import { useDeferredValue } from "react";
import { useSearchParams } from "react-router";
import { type GetPath, type Options, type Params, useApi } from "./client";

/** Rows per page of most lists. */
export const PER_PAGE = 20;

/**
 * The address stores the state of a list: its filters and page number. A list in a part of a page may use its
 * own name for the number, and the page does not scroll when it changes.
 */
export function useListFilter(name = "page", isPart = name !== "page") {
  const [params, setParams] = useSearchParams();
  /** Typing replaces the address and adds no history entry. */
  const set = (key: string, value: string, isTyped = false) =>
    setParams(
      (before) => {
        if (value) before.set(key, value);
        else before.delete(key);
        if (key !== name) before.delete(name);
        return before;
      },
      { replace: isTyped, preventScrollReset: isTyped || isPart },
    );
  return {
    get: (key: string) => params.get(key) ?? "",
    set,
    reset: () => setParams({}, { replace: true }),
    page: Math.max(1, Math.trunc(Number(params.get(name))) || 1),
    onPage: (page: number) => set(name, page === 1 ? "" : String(page)),
  };
}

export type ListFilter = ReturnType<typeof useListFilter>;

type ListOptions<Path extends GetPath> = Options<Path> & { per?: number; name?: string; isPart?: boolean };

/** A page of a list of the API, by the filter in the address; `pager` are the properties of its `Pager`. */
export function useList<Path extends GetPath>(
  path: Path,
  params: Params<Path> | ((filter: ListFilter) => Params<Path>),
  { per = PER_PAGE, name, isPart, ...options }: ListOptions<Path> = {} as ListOptions<Path>,
) {
  const filter = useListFilter(name, isPart);
  const { page, onPage } = filter;
  const wanted = typeof params === "function" ? params(filter) : params;
  const query = { ...wanted.query, page, per_page: per };
  const answer = useApi(path, { ...wanted, query } as Params<Path>, options as Options<Path>);
  // A long list is much to draw: the page reacts meanwhile.
  const data = useDeferredValue(answer.data);
  const total = (data as { total: number } | undefined)?.total ?? 0;
  return { data, filter, pager: { page, per, total, onPage } };
}
