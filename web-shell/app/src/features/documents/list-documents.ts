import type { paths } from "@sitewright/sdk/shell";
import { type Answer, useApi } from "../../api/client";

export type DocumentFilter = NonNullable<paths["/api/documents"]["get"]["parameters"]["query"]>;
export type Sort = NonNullable<DocumentFilter["sort"]>;
export type Found = NonNullable<Answer<"/api/documents">["data"][number]["found"]>;

export const SORTS: readonly Sort[] = ["best", "newest", "oldest", "edited", "title"];

export const useDocuments = (query: DocumentFilter, enabled = true) =>
  useApi("/api/documents", { query }, { throwOnError: false, enabled });
