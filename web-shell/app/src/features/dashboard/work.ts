import type { paths } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { useHeard } from "../../api/live";
import { usePageLanguage } from "../../i18n/use-page-language";

type Answer<Path extends "/api/runs" | "/api/bulk"> =
  paths[Path]["get"]["responses"][200]["content"]["application/json"];
export type Run = Answer<"/api/runs">["data"][number];
export type Job = Answer<"/api/bulk">["data"][number];

const JOBS = ["bulk", "latest"];
const RUNS = ["runs", "latest"];
const LOOKED_AT = 20;
/** While nobody tells this page what happens it asks. */
const ASK_EVERY_MS = 5_000;

/** The latest tables: those at work, and those that wait for somebody. */
export function useJobs(): Job[] {
  const heard = useHeard(ASK_EVERY_MS);
  const { data } = useQuery({
    queryKey: [...JOBS, usePageLanguage()],
    queryFn: () =>
      unwrap(api.GET("/api/bulk", { params: { query: { per_page: LOOKED_AT } }, headers: quietly })),
    ...heard,
  });
  return data?.data ?? [];
}

/** The latest runs, and how many there were ever; undefined while they load. */
export function useRuns() {
  const heard = useHeard(ASK_EVERY_MS);
  const { data } = useQuery({
    queryKey: [...RUNS, usePageLanguage()],
    queryFn: () =>
      unwrap(api.GET("/api/runs", { params: { query: { per_page: LOOKED_AT } }, headers: quietly })),
    ...heard,
  });
  return data;
}

export const isAtWork = ({ status, rows }: Job) => status === "running" || rows.running > 0;

/** Runs at work by themselves: a row of a table is a run as well, and its table speaks for it. */
export function runsAtWork(runs: Run[], jobs: Job[]): Run[] {
  const tools = new Set(jobs.filter(isAtWork).map(({ tool }) => tool));
  return runs.filter(({ status, tool }) => (status === "queued" || status === "running") && !tools.has(tool));
}
