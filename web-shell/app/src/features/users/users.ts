import { type Answer, apiQuery } from "../../api/client";

export type UserSummary = Answer<"/api/admin/users">["data"][number];

export const SORTS = ["joined", "seen", "name", "plan", "words", "runs", "cost"] as const;
export const STATES = ["active", "unverified", "suspended"] as const;

/** Changes by other administrators must be shown. */
export const userQuery = (id: string) =>
  apiQuery("/api/admin/users/{id}", { path: { id } }, { quiet: true, staleTime: 0 });
