import { type Answer, useApi } from "../../api/client";
import { useHeard } from "../../api/live";

export type Run = Answer<"/api/runs">["data"][number];
export type Job = Answer<"/api/bulk">["data"][number];

/** Used while no events arrive. */
const ASK_EVERY_MS = 5_000;

/** The latest rows; errors are not reported. */
const LATEST = { query: { per_page: 20 } };
const useLatest = () => ({ quiet: true, throwOnError: false, ...useHeard(ASK_EVERY_MS) });

export const useJobs = (): Job[] => useApi("/api/bulk", LATEST, useLatest()).data?.data ?? [];

/** The latest runs, and the number of all runs; undefined while they load. */
export const useRuns = () => useApi("/api/runs", LATEST, useLatest()).data;

export const isAtWork = ({ status, rows }: Job) => status === "running" || rows.running > 0;

/** Single runs in progress: a row of a table is a run as well, but its table represents it. */
export function runsAtWork(runs: Run[], jobs: Job[]): Run[] {
  const tools = new Set(jobs.filter(isAtWork).map(({ tool }) => tool));
  return runs.filter(({ status, tool }) => (status === "queued" || status === "running") && !tools.has(tool));
}
