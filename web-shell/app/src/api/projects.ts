import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "openapi-fetch";
import { api, quietly, unwrap } from "./client";

export type Project = { id: number; language_code: string; site: { domain: string } };
type UserProjects = { projects: Project[]; selected_project: number | null };

type Body<T> = { content: { "application/json": T } };
type Post<T> = { post: { requestBody: Body<T>; responses: { 200: Body<{ status: string }> } } };
type ProjectPaths = {
  "/api/project/getUserProjects": { get: { responses: { 200: Body<UserProjects> } } };
  "/api/project/saveSelectedProject": Post<{ selectedProject: number }>;
  "/api/project/deleteProject": Post<{ projectID: number }>;
};

const projects = api as unknown as Client<ProjectPaths>;
const KEY = ["projects", "of-user"];

const save = (id: number) =>
  unwrap(
    projects.POST("/api/project/saveSelectedProject", {
      body: { selectedProject: id },
      // Not critical: the choice is simply not kept.
      headers: quietly,
    }),
  );

/** The list, in which the first project is selected where none is. */
async function load(): Promise<UserProjects> {
  const found = await unwrap(projects.GET("/api/project/getUserProjects", { headers: quietly }));
  const first = found.projects[0];
  if (!first || found.selected_project) return found;
  await save(first.id).catch(() => null);
  return { ...found, selected_project: first.id };
}

/** The projects of the person, and the one they work in. */
export const useProjects = () => useQuery({ queryKey: KEY, queryFn: load });

/** Changes the project to work in; whatever was loaded for the other one is loaded anew. */
export function useSelectProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" }),
  });
}

/** Deletes a project with all that belongs to it. The list is empty until it is loaded anew. */
export function useDeleteProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(projects.POST("/api/project/deleteProject", { body: { projectID: id } })),
    onSuccess: async () => {
      queries.setQueryData<UserProjects>(KEY, { projects: [], selected_project: null });
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" });
    },
  });
}
