import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";

/** Runs that are looked at for the tools used last. */
const LOOKED_AT = 50;

/** The ids of the tools that this account used last, the newest first. */
export function useRecentTools(): string[] {
  const { data } = useQuery({
    queryKey: ["runs", "recent-tools"],
    queryFn: () => unwrap(api.GET("/api/runs", { params: { query: { per_page: LOOKED_AT } } })),
  });
  return [...new Set((data?.data ?? []).map(({ tool }) => tool))];
}
