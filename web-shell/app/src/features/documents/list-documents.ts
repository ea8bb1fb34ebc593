import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

export type DocumentFilter = {
  q?: string;
  tool?: string;
  project?: number;
  page?: number;
  per_page?: number;
};

/** A page of the archive; the last one stays on the screen while the next is fetched. */
export function useDocuments(filter: DocumentFilter) {
  return useQuery({
    queryKey: ["documents", "list", filter],
    queryFn: () => unwrap(api.GET("/api/documents", { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });
}
