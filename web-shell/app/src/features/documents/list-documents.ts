import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

export type DocumentFilter = NonNullable<paths["/api/documents"]["get"]["parameters"]["query"]>;
export type Sort = NonNullable<DocumentFilter["sort"]>;
export type Found = NonNullable<
  paths["/api/documents"]["get"]["responses"][200]["content"]["application/json"]["data"][number]["found"]
>;

export const SORTS: readonly Sort[] = ["best", "newest", "oldest", "edited", "title"];

/** A page of the archive; the last one stays on the screen while the next is fetched. */
export function useDocuments(filter: DocumentFilter) {
  return useQuery({
    queryKey: ["documents", "list", filter],
    queryFn: () => unwrap(api.GET("/api/documents", { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });
}
