import { api, unwrap } from "../../api/client";
import type { Answer } from "../../api/query";

export type Job = Answer<"/api/admin/jobs">["data"][number];
export type JobStatus = Job["status"];
export type Lane = Answer<"/api/admin/jobs/lanes">[number];

export const STATUSES: JobStatus[] = ["ready", "running", "scheduled", "failed"];

/** How often the page looks again: lanes change by the second. */
export const LOOK_MS = 5_000;

export const retryJob = (id: string) =>
  unwrap(api.POST("/api/admin/jobs/{id}/retry", { params: { path: { id } } }));

export const dropJob = (id: string) =>
  unwrap(api.DELETE("/api/admin/jobs/{id}", { params: { path: { id } } }));
