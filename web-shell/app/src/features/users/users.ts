import { type Answer, apiQuery } from "../../api/client";

export type UserSummary = Answer<"/api/admin/users">["data"][number];

export const SORTS = ["newest", "seen"] as const;

/** Changes by other administrators must be shown. */
export const userQuery = (id: string) =>
  apiQuery("/api/admin/users/{id}", { path: { id } }, { quiet: true, staleTime: 0 });
