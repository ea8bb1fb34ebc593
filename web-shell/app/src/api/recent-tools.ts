import { useApi } from "./client";

/** The number of runs to search for the latest tools. */
const LOOKED_AT = 50;

/** The ids of the tools that this account used last, newest first. */
export function useRecentTools(): string[] {
  const { data } = useApi("/api/runs", { query: { per_page: LOOKED_AT } }, { throwOnError: false });
  return [...new Set((data?.data ?? []).map(({ tool }) => tool))];
}
