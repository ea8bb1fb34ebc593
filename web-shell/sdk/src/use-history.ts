import { useQuery } from "@tanstack/react-query";
import { useShell } from "./shell-context";

/** The number in the API for runs without a project. */
const NO_PROJECT = 0;

/** The latest runs of a tool for the selected project, newest first; a trial has no earlier runs. */
export function useHistory(tool: string) {
  const { api, quietly, trial, projectId } = useShell();
  const params = { query: { tool, project: projectId ?? NO_PROJECT, per_page: 20 } };
  const { data } = useQuery({
    queryKey: ["/api/runs", params],
    enabled: !trial,
    queryFn: async () => (await api.GET("/api/runs", { params, headers: quietly })).data ?? null,
    throwOnError: false,
  });
  return trial ? [] : (data?.data ?? []);
}
