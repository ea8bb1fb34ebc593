import { useQuery } from "@tanstack/react-query";
import { useShell } from "./shell-context";

/** The latest runs of a tool, newest first; in a trial there are none before it. */
export function useHistory(tool: string) {
  const { api, quietly, trial } = useShell();
  const { data } = useQuery({
    queryKey: ["runs", tool],
    enabled: !trial,
    queryFn: async () => {
      const answer = await api.GET("/api/runs", {
        params: { query: { tool, per_page: 20 } },
        headers: quietly,
      });
      return answer.data?.data ?? [];
    },
  });
  return trial ? [] : (data ?? []);
}
