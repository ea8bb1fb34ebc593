import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answer, api, apiQuery, queryClient, quietly, reloadForProject, unwrap } from "./client";
import { userQuery } from "./session";

/** The projects of the person, and what the selected one works with: domain, language, location. */
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

export const projectsQuery = apiQuery(
  "/api/project/getUserProjects",
  {},
  { staleTime: 60_000, throwOnError: false },
);

/** Projects of the user; undefined while they load, nothing for a guest or before the address is verified. */
export function useProjects(): Projects | undefined {
  const { data: user } = useQuery({ ...userQuery, enabled: false }, queryClient);
  const { data } = useQuery({ ...projectsQuery, enabled: Boolean(user?.email_verified_at) }, queryClient);
  return user?.email_verified_at ? data : NONE;
}

/** Makes a project the selected one. The screen changes at once; that it could not be kept is not worth a message. */
export function useSelectProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (selectedProject: number) =>
      unwrap(api.POST("/api/project/saveSelectedProject", { body: { selectedProject }, headers: quietly })),
    onMutate: async (id) => {
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
}

/** Deletes a project with all that belongs to it. The list is empty until it was loaded again. */
export function useDeleteProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (projectID: number) =>
      unwrap(api.POST("/api/project/deleteProject", { body: { projectID } })),
    onSuccess: async () => {
      queries.setQueryData(projectsQuery.queryKey, NONE);
      await reloadForProject(queries);
    },
  });
}

/** All places that a project can work for. They change with a new version of the server only. */
export const locationsQuery = apiQuery(
  "/api/locations",
  {},
  { staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
);
