import type { paths } from "@sitewright/sdk/shell";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, quietly, unwrap } from "../../api/client";
import { useLive } from "../../api/live";
import { usePageLanguage } from "../../i18n/use-page-language";

type Answer<Path extends "/api/runs" | "/api/bulk"> =
  paths[Path]["get"]["responses"][200]["content"]["application/json"];
export type Run = Answer<"/api/runs">["data"][number];
export type Job = Answer<"/api/bulk">["data"][number];

const LOOKED_AT = 20;
/** While nobody tells this page what happens it asks. */
const ASK_EVERY_MS = 5_000;

/** Keeps an answer fresh: news of it is heard, and what happened before anybody listened is asked for once more. */
function useFresh(room: "bulk" | "runs") {
  const queries = useQueryClient();
  const live = useLive();
  useEffect(() => {
    if (live) queries.invalidateQueries({ queryKey: [room, "latest"] });
  }, [live, room, queries]);
  return live ? (false as const) : ASK_EVERY_MS;
}

/** The latest tables: those at work, and those that wait for somebody. */
export function useJobs(): Job[] {
  const refetchInterval = useFresh("bulk");
  const { data } = useQuery({
    queryKey: ["bulk", "latest", usePageLanguage()],
    queryFn: () =>
      unwrap(api.GET("/api/bulk", { params: { query: { per_page: LOOKED_AT } }, headers: quietly })),
    refetchInterval,
  });
  return data?.data ?? [];
}

/** The latest runs, and how many there were ever; undefined while they load. */
export function useRuns() {
  const refetchInterval = useFresh("runs");
  const { data } = useQuery({
    queryKey: ["runs", "latest", usePageLanguage()],
    queryFn: () =>
      unwrap(api.GET("/api/runs", { params: { query: { per_page: LOOKED_AT } }, headers: quietly })),
    refetchInterval,
  });
  return data;
}

export const isAtWork = ({ status, rows }: Job) => status === "running" || rows.running > 0;

/** Runs at work by themselves: a row of a table is a run as well, and its table speaks for it. */
export function runsAtWork(runs: Run[], jobs: Job[]): Run[] {
  const tools = new Set(jobs.filter(isAtWork).map(({ tool }) => tool));
  return runs.filter(({ status, tool }) => (status === "queued" || status === "running") && !tools.has(tool));
}
