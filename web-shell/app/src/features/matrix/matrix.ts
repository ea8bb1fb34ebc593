import { ApiProblem, at } from "@sitewright/sdk/shell";
import { type Answer, api, queryClient, type Sent, unwrap, useApi } from "../../api/client";

export type Matrix = Answer<"/api/admin/matrix">;
export type MatrixPlan = Matrix["plans"][number];
export type MatrixTool = Matrix["data"][number];
export type MatrixCell = MatrixTool["cells"][number];
export type Ceilings = MatrixCell["ceilings"];
export type MatrixChange = Sent<"/api/admin/matrix/preview">;
export type MatrixEffects = Answer<"/api/admin/matrix/preview", "post">;
export type UserTool = Answer<"/api/admin/users/{id}/tools">["data"][number];

export const STAGES = ["me", "plan", "percent", "all"] as const;
/** Rows of the lists in dialogs and on the page of a user. */
export const FEW = 10;

export type MatrixFilter = {
  q?: string | undefined;
  category?: string | undefined;
  publisher?: string | undefined;
  stage?: (typeof STAGES)[number] | undefined;
};

export const NO_CEILINGS: Ceilings = {
  words_per_month: null,
  runs_per_day: null,
  memory_mib: null,
  hosts: null,
};

export const isFree = (ceilings: Ceilings) => Object.values(ceilings).every((value) => value === null);

/** Changes by other administrators must be shown. */
export const useMatrix = (filter: MatrixFilter, page: number, per_page: number) =>
  useApi("/api/admin/matrix", { query: { ...filter, page, per_page } }, { staleTime: 0 });

export const preview = (body: MatrixChange) => unwrap(api.POST("/api/admin/matrix/preview", { body }));
export const save = (body: MatrixChange) => unwrap(api.PUT("/api/admin/matrix", { body }));

/** Runs an action. If another administrator changed a plan meanwhile, the matrix is loaded again. */
export async function unlessStale(action: () => Promise<void>, onStale: () => void) {
  try {
    await action();
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 409) {
      await queryClient.invalidateQueries(at("/api/admin/matrix"));
      onStale();
    }
    throw problem;
  }
}

export type ExceptionEdit = Sent<"/api/admin/users/{id}/tools/{tool}", "put">;

export const exceptions = {
  put: (id: string, tool: string, body: ExceptionEdit) =>
    unwrap(api.PUT("/api/admin/users/{id}/tools/{tool}", { params: { path: { id, tool } }, body })),
  remove: (id: string, tool: string) =>
    unwrap(api.DELETE("/api/admin/users/{id}/tools/{tool}", { params: { path: { id, tool } } })),
};
