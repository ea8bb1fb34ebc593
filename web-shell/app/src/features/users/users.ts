import type { AdminUser } from "../../admin/users";
import { type Answer, apiQuery, useApi } from "../../api/client";

export type UserSummary = Answer<"/api/admin/users">["data"][number];

export const SORTS = ["joined", "seen", "name", "plan", "words", "runs", "cost"] as const;
export const STATES = ["active", "unverified", "suspended"] as const;

/** Changes by other administrators must be shown. */
export const userQuery = (id: string) =>
  apiQuery("/api/admin/users/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

/** The figures of a user in the list: plan, runs and cost of the last 30 days; undefined while they load. */
export function useUserRow({ id, email }: AdminUser): UserSummary | undefined {
  const query = { search: email, page: 1, per_page: 5 };
  const { data } = useApi("/api/admin/users", { query }, { staleTime: 0, quiet: true, throwOnError: false });
  return data?.data.find((user) => user.id === id);
}
