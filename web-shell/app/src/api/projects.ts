import { beforeLeaving } from "@sitewright/sdk/shell";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  type Answer,
  api,
  apiQuery,
  queryClient,
  quietly,
  reloadForProject,
  type Sent,
  unwrap,
  withId,
} from "./client";
import { userQuery } from "./session";
import { chooseProject, forgetProject, keepProject, tabProject } from "./tab-project";

/** The projects of the user, and the domain, language and location of the selected one. */
export type Projects = Answer<"/api/project/getUserProjects">;
export type Project = Projects["projects"][number];
export type Location = Answer<"/api/locations">["locations"][number];

const NONE: Projects = {
  projects: [],
  selected_project: null,
  domain: null,
  language_code: null,
  location: null,
  errors: [],
};

const asked = apiQuery("/api/project/getUserProjects", {}, { staleTime: 60_000, throwOnError: false });

export const projectsQuery = {
  ...asked,
  queryFn: async () => {
    const known = await unwrap(api.GET("/api/project/getUserProjects"));
    keepProject(known.selected_project);
    return known;
  },
};

/** Projects of the user; undefined while they load, nothing for a guest or before the address is verified. */
export function useProjects(): Projects | undefined {
  const { data: user } = useQuery({ ...userQuery, enabled: false }, queryClient);
  const { data } = useQuery({ ...projectsQuery, enabled: Boolean(user?.email_verified_at) }, queryClient);
  return user?.email_verified_at ? data : NONE;
}

/** The country of a project; the server says only that of the selected one. */
export function useCountry(id: number): string | undefined {
  const known = useProjects();
  return known?.selected_project === id ? known.location?.country_iso_code : undefined;
}

/**
 * Selects a project, after a question if that loses edits; `done` is called once it is selected. The screen changes at
 * once; an error of saving the selection is not shown.
 */
export function useSelectProject() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (selectedProject: number) =>
      unwrap(api.POST("/api/project/saveSelectedProject", { body: { selectedProject }, headers: quietly })),
    onMutate: async (id) => {
      chooseProject(id);
      await queries.cancelQueries({ queryKey: projectsQuery.queryKey });
      queries.setQueryData(projectsQuery.queryKey, (known) => {
        const project = known?.projects.find((each) => each.id === id);
        if (!known || !project) return known;
        const { language_code, site } = project;
        return { ...known, selected_project: id, domain: site.domain, language_code, location: null };
      });
    },
    onSettled: () => reloadForProject(queries),
  });
  return useCallback(
    (id: number, done?: () => void) =>
      beforeLeaving(() => {
        mutate(id);
        done?.();
      }),
    [mutate],
  );
}

export type ProjectEdit = Sent<"/api/projects/{id}", "patch">;

/** Changes the name or the colour of a project. */
export async function editProject(id: number, edit: ProjectEdit) {
  await unwrap(api.PATCH("/api/projects/{id}", { ...withId(id), body: edit }));
  await reloadForProject();
}

/** A name may belong to projects in several languages; only then the language is shown. */
export function labelsOf(projects: Project[]): Map<number, string> {
  const count = (name: string) => projects.filter((project) => project.name === name).length;
  const label = ({ name, language_code }: Project) => (count(name) > 1 ? `${name} (${language_code})` : name);
  return new Map(projects.map((project) => [project.id, label(project)]));
}

/** Deletes a project with all its data. The list is empty until it has been reloaded. */
export function useDeleteProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (projectID: number) =>
      unwrap(api.POST("/api/project/deleteProject", { body: { projectID } })),
    onSuccess: async (_, projectID) => {
      if (tabProject() === projectID) forgetProject();
      queries.setQueryData(projectsQuery.queryKey, NONE);
      await reloadForProject(queries);
    },
  });
}

/** All locations that a project can have. They change only with a new version of the server. */
export const locationsQuery = apiQuery(
  "/api/locations",
  {},
  { staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
);
