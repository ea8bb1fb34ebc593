import { type Job, rowsOver } from "./jobs";

/** From so many rows on, the pace of a job says more than the server's estimate. */
const PACE_ROWS = 5;

type Running = Pick<Job, "status" | "started_at" | "rows" | "seconds">;

/** How many minutes the rest of a job will take, at least one: by its pace so far, or by the estimate of the server. */
export function minutesLeft(job: Running, now = Date.now()): number | null {
  const { rows, status, started_at, seconds } = job;
  const left = rows.waiting + rows.running;
  const over = rowsOver(job);
  const inMinutes = (time: number) => Math.max(1, Math.round(time / 60));
  if (over >= PACE_ROWS && status === "running" && started_at) {
    return inMinutes(((now - Date.parse(started_at)) / 1_000 / over) * left);
  }
  return typeof seconds === "number" && left > 0 ? inMinutes(seconds) : null;
}
