import { type Field, fieldsOf, inputOf, type Values } from "@sitewright/sdk/fields";
import { ApiProblem, at, under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTool } from "../../api/catalogue";
import { type Answer, api, quietly, unwrap, useApi, withId } from "../../api/client";
import type { ProblemBody } from "../../api/status";
import { useList } from "../../api/use-list";

export type Job = Answer<"/api/bulk/{id}">;
export type JobStatus = Job["status"];
export type Column = Job["columns"][number];
export type JobRow = Answer<"/api/bulk/{id}/rows">["data"][number];
export type RowStatus = JobRow["status"];

/** The polling interval for the progress of a job. */
const POLL_MS = 1_000;

export const isAtWork = (job: Job) => job.status === "running" || job.rows.running > 0;
/** The number of rows that have ended. */
export const rowsOver = ({ rows }: Pick<Job, "rows">) => rows.succeeded + rows.failed + rows.cancelled;
export const resultHref = (id: string) => `/api/bulk/${id}/result.csv`;
export const templateHref = (tool: string) => `/api/tools/${tool}/bulk/template.csv`;

export const useJobs = () =>
  useList(
    "/api/bulk",
    {},
    {
      throwOnError: false,
      refetchInterval: ({ state }) => (state.data?.data.some(isAtWork) ? POLL_MS * 2 : false),
    },
  );

/** A job; polled while it is running. */
export function useJob(id: string) {
  const queries = useQueryClient();
  const query = useApi(
    "/api/bulk/{id}",
    { path: { id } },
    {
      quiet: true,
      staleTime: 0,
      throwOnError: false,
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
    },
  );
  const charged = query.data?.words.charged;
  const over = query.data ? rowsOver(query.data) : undefined;
  // Rows that start change the figures too, and the list of rows must not contradict them.
  const rows = query.data && JSON.stringify(query.data.rows);
  // Used words and new documents are shown elsewhere on the screen, too.
  useEffect(() => {
    if (charged) queries.invalidateQueries(at("/api/user"));
  }, [charged, queries]);
  useEffect(() => {
    if (rows) queries.invalidateQueries(at("/api/bulk/{id}/rows"));
  }, [rows, queries]);
  useEffect(() => {
    if (over) queries.invalidateQueries({ ...under("/api/documents"), refetchType: "none" });
  }, [over, queries]);
  return query;
}

export type Turn = "start" | "pause" | "resume" | "cancel" | "retry-failed";

/** Runs an action on a job and shows the resulting state. */
export function useTurn(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (turn: Turn) => unwrap(api.POST(`/api/bulk/{id}/${turn}` as const, withId(id))),
    onSettled: () => queries.invalidateQueries(under("/api/bulk")),
  });
}

/** The request survives the end of the page. */
export const deleteJob = (id: string) =>
  unwrap(api.DELETE("/api/bulk/{id}", { ...withId(id), headers: quietly, keepalive: true }));

/** The title of a field of a tool: an error of a row without a column for it would not say what it is about. */
export function useFieldTitle(tool: string) {
  const { data } = useTool(tool);
  return (field: string | null | undefined) =>
    fieldsOf(data?.input ?? {}).find(({ name }) => name === field)?.title;
}

/** The fields that need a value and have neither a column nor a value for all rows: no row can be run. */
export function missingFields(fields: Field[], columns: Column[], fixed: Values): Field[] {
  const given = inputOf(fields, fixed);
  return fields.filter(
    ({ name, required, schema }) =>
      required &&
      schema.default === undefined &&
      given[name] === undefined &&
      !columns.some(({ field }) => field === name),
  );
}

export type Table = {
  file: File;
  /** Fields matched by hand, by column name; null ignores a column. */
  columns: Record<string, string | null>;
  /** Values for every row without its own value. */
  fixed: Record<string, unknown>;
};

/** Why a table cannot be used; with the names of its columns, if they could be read. */
export class TableProblem extends ApiProblem {
  constructor(
    status: number,
    readonly body: ProblemBody & { columns?: string[] },
  ) {
    super(status, body, null);
  }

  get columns(): string[] {
    return Array.isArray(this.body.columns) ? this.body.columns : [];
  }
}

/** Requests checks and a price for a table; nothing runs yet. */
export async function sendTable(tool: string, { file, columns, fixed }: Table): Promise<Job> {
  const body = new FormData();
  body.append("fixed", JSON.stringify(fixed));
  body.append("columns", JSON.stringify(columns));
  body.append("file", file);
  const { data, error, response } = await api.POST("/api/tools/{id}/bulk", {
    params: { path: { id: tool } },
    headers: quietly,
    body: { file: "" },
    bodySerializer: () => body,
  });
  if (!data) throw new TableProblem(response.status, error ?? {});
  return data;
}
