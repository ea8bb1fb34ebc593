import { expect, test } from "vitest";
import type { Job } from "./jobs";
import { minutesLeft } from "./minutes-left";

const NOW = Date.parse("2026-11-26T12:00:00Z");
type Running = Parameters<typeof minutesLeft>[0];
const job = (rows: Partial<Job["rows"]>, seconds?: number, startedAgo?: number): Running => ({
  ...(seconds !== undefined && { seconds }),
  status: startedAgo === undefined ? "ready" : "running",
  started_at: startedAgo === undefined ? null : new Date(NOW - startedAgo * 1_000).toISOString(),
  rows: {
    waiting: 0,
    running: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    gaps: 0,
    invalid: 0,
    total: 0,
    ...rows,
  },
});

test("before the start the estimate of the server counts", () => {
  expect(minutesLeft(job({ waiting: 200 }, 1_800), NOW)).toBe(30);
  expect(minutesLeft(job({ waiting: 1 }, 4), NOW)).toBe(1);
});

test("without an estimate nothing is said", () => {
  expect(minutesLeft(job({ waiting: 200 }), NOW)).toBeNull();
  expect(minutesLeft(job({}, 0), NOW)).toBeNull();
});

test("the first rows leave the estimate of the server as it is", () => {
  expect(minutesLeft(job({ waiting: 146, running: 4, succeeded: 2 }, 1_500, 20), NOW)).toBe(25);
});

test("later the pace of the job counts", () => {
  expect(minutesLeft(job({ waiting: 90, running: 4, succeeded: 5, failed: 1 }, 9_000, 60), NOW)).toBe(16);
  expect(minutesLeft(job({ waiting: 90, running: 4, succeeded: 6 }, undefined, 60), NOW)).toBe(16);
});
