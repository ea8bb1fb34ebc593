import { useQuery } from "@tanstack/react-query";
import { useShell } from "./shell-context";

/** The latest runs of a tool, newest first; a trial has no earlier runs. */
export function useHistory(tool: string) {
  const { api, quietly, trial } = useShell();
  const params = { query: { tool, per_page: 20 } };
  const { data } = useQuery({
    queryKey: ["/api/runs", params],
    enabled: !trial,
    queryFn: async () => (await api.GET("/api/runs", { params, headers: quietly })).data ?? null,
    throwOnError: false,
  });
  return trial ? [] : (data?.data ?? []);
}
