import type { Answer } from "../../api/client";
import { fold } from "../../ui/fold";

export type ProjectSummary = Answer<"/api/projects">["projects"][number];

export const SORTS = ["active", "name", "words"] as const;
export type Sort = (typeof SORTS)[number];

/** The projects whose name or domain contains the search; case and accents are ignored. */
export function found(projects: ProjectSummary[], search: string): ProjectSummary[] {
  const wanted = fold(search.trim());
  return projects.filter(({ name, site }) => fold(`${name} ${site.domain}`).includes(wanted));
}

/** The last active first, by name, or the one with most words first. Equal ones are in the order of their names. */
export function sorted(projects: ProjectSummary[], sort: Sort): ProjectSummary[] {
  const byName = (one: ProjectSummary, other: ProjectSummary) => one.name.localeCompare(other.name);
  const activity = ({ active_at, created_at }: ProjectSummary) => active_at ?? created_at;
  const order = {
    name: byName,
    active: (one: ProjectSummary, other: ProjectSummary) => activity(other).localeCompare(activity(one)),
    words: (one: ProjectSummary, other: ProjectSummary) => other.words - one.words,
  };
  return [...projects].sort((one, other) => order[sort](one, other) || byName(one, other));
}
