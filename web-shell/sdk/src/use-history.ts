import { useQuery } from "@tanstack/react-query";
import { useShell } from "./shell-context";

/** The latest runs of a tool, newest first. */
export function useHistory(tool: string) {
  const { api, quietly } = useShell();
  const { data } = useQuery({
    queryKey: ["runs", tool],
    queryFn: async () => {
      const answer = await api.GET("/api/runs", {
        params: { query: { tool, per_page: 20 } },
        headers: quietly,
      });
      return answer.data?.data ?? [];
    },
  });
  return data ?? [];
}
