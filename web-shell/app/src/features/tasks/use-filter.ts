import { ALL_PROJECTS, useOwnProject } from "../../api/own-project";
import { useListFilter } from "../../api/use-list";
import { dayOf, dueQuery } from "./due";
import type { TaskQuery } from "./tasks";

/** The states of the filter; without one in the address, the tasks that are not done. */
export const WANTED_STATES = ["unfinished", "open", "doing", "done", "all"] as const;
type WantedState = (typeof WANTED_STATES)[number];

export const SORTS = ["due", "created", "updated", "title"] as const;
export type Sort = (typeof SORTS)[number];

/** The filters that a phone folds. */
export const NAMES = ["state", "owner", "due", "origin", "sort"] as const;

const oneOf = <Name extends string>(names: readonly Name[], name: string): Name | undefined =>
  names.find((known) => known === name);

/** The address stores the state of the page: list or board, filters, order, page. */
export function useFilter() {
  const list = useListFilter();
  const { get } = list;
  const own = useOwnProject();
  const asked = get("project");
  const project = asked === ALL_PROJECTS ? "" : asked || own;
  const state: WantedState = oneOf(WANTED_STATES, get("state")) ?? "unfinished";
  const sort: Sort = oneOf(SORTS, get("sort")) ?? "due";
  const common: TaskQuery = {
    q: get("q") || undefined,
    project: Number(project) || undefined,
    owner: oneOf(["me", "none"], get("owner")),
    origin: oneOf(["hand", "finding"], get("origin")),
    ...dueQuery(get("due"), dayOf(new Date())),
  };
  const isBoard = get("view") === "board";
  const query: TaskQuery = { ...common, state: state === "all" ? undefined : state, sort };
  return {
    ...list,
    project,
    state,
    sort,
    isBoard,
    /** Of all states, as the board needs it. */
    common,
    query,
    /** What an export contains: what is shown. */
    shown: isBoard ? common : query,
    /** Whether a filter is set, beside the project. */
    isNarrow:
      ["q", "owner", "due", "origin"].some((name) => get(name)) || (!isBoard && state !== "unfinished"),
  };
}

export type Filter = ReturnType<typeof useFilter>;
