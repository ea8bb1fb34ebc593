import { type Answer, apiQuery, queryClient, useApi } from "../../api/client";
import { projectsQuery } from "../../api/projects";
import { utcOffset } from "../../api/utc-offset";

export type Figures = Answer<"/api/dashboard">;

const question = (isAll: boolean) => ({ query: { selected: !isAll, utc_offset: utcOffset() } });

/** What was used and written in the selected project, or in all; undefined while it loads. */
export const useFigures = (isAll: boolean): Figures | undefined =>
  useApi("/api/dashboard", question(isAll)).data;

/** Of the address: figures of all projects instead of the selected one. */
export const ALL = "all";
export const isOfAll = (params: URLSearchParams) => params.get("projects") === ALL;

/** Begins to load the figures. Only the projects are awaited: how much space the heading takes depends on them. */
export function beginFigures() {
  const isAll = isOfAll(new URLSearchParams(window.location.search));
  void queryClient.prefetchQuery(apiQuery("/api/dashboard", question(isAll)));
  return projectsQuery;
}
