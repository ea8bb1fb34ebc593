import { at, under } from "@sitewright/sdk/shell";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answer, api, type Params, type Sent, unwrap, withId } from "../../api/client";
import type { Mark } from "../../ui/state-badge";

export type Task = Answer<"/api/tasks/{id}">;
export type TaskState = Task["state"];
export type TaskList = Answer<"/api/tasks">;
export type TaskQuery = NonNullable<Params<"/api/tasks">["query"]>;
export type TaskChange = Answer<"/api/tasks/{id}/changes">["data"][number];
export type TaskEdit = Sent<"/api/tasks/{id}", "patch">;
export type NewTask = Sent<"/api/tasks">;

/** The states, in the order of the board. */
export const STATES = ["open", "doing", "done"] as const satisfies readonly TaskState[];

export const MARKS: Record<TaskState, Mark> = { open: "plain", doing: "warn", done: "good" };

export const TITLE_CHARS = 200;
export const NOTE_CHARS = 10_000;

export const ALL = under("/api/tasks");
const LISTS = at("/api/tasks");

export const exportHref = (format: "csv" | "xlsx", query: TaskQuery) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/tasks/export/${format}${text ? `?${text}` : ""}`;
};

const isWanted = (wanted: TaskQuery["state"], state: TaskState) =>
  !wanted || wanted === state || (wanted === "unfinished" && state !== "done");

/** A list after a task has another state: the task leaves the list, joins it, or changes in it. */
export function placed(list: TaskList, wanted: TaskQuery["state"], task: Task): TaskList {
  const isListed = list.data.some(({ id }) => id === task.id);
  if (!isWanted(wanted, task.state)) {
    if (!isListed) return list;
    return { ...list, total: list.total - 1, data: list.data.filter(({ id }) => id !== task.id) };
  }
  if (isListed) return { ...list, data: list.data.map((one) => (one.id === task.id ? task : one)) };
  return { ...list, total: list.total + 1, data: [task, ...list.data] };
}

/** Changes a task. Another state is shown at once, in each list that the task leaves or joins. */
export function useChangeTask() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ task, edit }: { task: Task; edit: TaskEdit }) =>
      unwrap(api.PATCH("/api/tasks/{id}", { ...withId(task.id), body: edit })),
    onMutate: async ({ task, edit: { state } }) => {
      if (!state) return;
      await queries.cancelQueries(LISTS);
      for (const [key, list] of queries.getQueriesData<TaskList>(LISTS)) {
        const { query } = key[1] as Params<"/api/tasks">;
        if (list) queries.setQueryData(key, placed(list, query?.state, { ...task, state }));
      }
    },
    onSettled: () => queries.invalidateQueries(ALL),
  });
}

export const addTask = (body: NewTask) => unwrap(api.POST("/api/tasks", { body }));
export const editTask = (id: string, body: TaskEdit) =>
  unwrap(api.PATCH("/api/tasks/{id}", { ...withId(id), body }));
export const deleteTask = (id: string) => unwrap(api.DELETE("/api/tasks/{id}", withId(id)));
