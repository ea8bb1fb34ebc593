import type { DocumentSummary } from "@sitewright/sdk/shell";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { useChosen } from "../../ui/use-chosen";
import type { DocumentFilter } from "./list-documents";
import type { Filter } from "./use-filter";

/** Documents of one request; the same value as in the server. */
export const MOST = 500;
/** Rows of the largest page. */
const PER_PAGE = 100;

/** The ids of the first documents that match a filter, as many as one action accepts. */
async function idsOf(query: DocumentFilter, total: number): Promise<string[]> {
  const pages = Math.ceil(Math.min(total, MOST) / PER_PAGE);
  const found = await Promise.all(
    Array.from({ length: pages }, (_, place) =>
      unwrap(
        api.GET("/api/documents", { params: { query: { ...query, page: place + 1, per_page: PER_PAGE } } }),
      ),
    ),
  );
  // A document that moved between two requests may be in both.
  return [...new Set(found.flatMap(({ data }) => data.map(({ id }) => id)))];
}

/** The selected rows of a page, or all documents that match the filter. */
export function useSelection(filter: Filter, documents: DocumentSummary[], total: number) {
  const view = JSON.stringify(filter.query);
  const shown = documents.map(({ id }) => id);
  const page = useChosen(view, shown);
  const [all, setAll] = useState<{ view: string; ids: string[] } | null>(null);
  const wide = all?.view === view ? all.ids : null;
  const extend = useMutation({
    mutationFn: () => idsOf({ ...filter.filter, sort: filter.sort }, total),
    onSuccess: (ids) => setAll({ view, ids }),
  });
  const narrow = (change: () => void) => () => {
    setAll(null);
    change();
  };
  return {
    ids: wide ?? page.ids,
    /** Selected beyond this page. */
    isWide: wide !== null,
    /** Whether a page is selected, and there are more. */
    mayExtend: wide === null && page.ids.length === shown.length && total > shown.length,
    extend,
    has: (id: string) => (wide ?? page.ids).includes(id),
    toggle: (id: string) => {
      if (wide) page.set(shown.filter((other) => other !== id));
      else page.toggle(id);
      setAll(null);
    },
    toggleAll: wide ? narrow(page.clear) : page.toggleAll,
    clear: narrow(page.clear),
  };
}

export type Selection = ReturnType<typeof useSelection>;
