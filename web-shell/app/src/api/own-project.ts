import { useEffect, useState } from "react";
import { labelsOf, useProjects } from "./projects";
import { tabProject } from "./tab-project";

/** The filter "all projects" in the address: without a filter there, it is the selected project. */
export const ALL_PROJECTS = "all";

/** How many projects there were; `before-paint.js` reads it too. */
export const COUNT = "sitewright.projects";

/** The project by which a list is filtered if the address names none: the selected one, if the user has several. */
export function useOwnProject(): string {
  const known = useProjects();
  const count = known?.projects.length;
  const [expected] = useState(() => Number(localStorage.getItem(COUNT)));
  useEffect(() => {
    if (count !== undefined) localStorage.setItem(COUNT, String(count));
  }, [count]);
  if ((count ?? expected) < 2) return "";
  return String((known ? known.selected_project : tabProject()) ?? "");
}

/** The projects as choices of a filter; null if there are none. */
export function useProjectChoices() {
  const known = useProjects()?.projects;
  // An account usually has a project, so the place of the filter is there before it is known.
  const [expected] = useState(() => Number(localStorage.getItem(COUNT) ?? 1));
  if ((known?.length ?? expected) === 0) return null;
  const labels = labelsOf(known ?? []);
  return (known ?? []).map((project) => ({ ...project, label: labels.get(project.id) ?? project.name }));
}
