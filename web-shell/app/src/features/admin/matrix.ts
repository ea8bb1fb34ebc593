import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { usePageLanguage } from "../../i18n/use-page-language";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;
type Preview = paths["/api/admin/matrix/preview"]["post"];

export type Matrix = Answer<"/api/admin/matrix">;
export type MatrixPlan = Matrix["plans"][number];
export type MatrixTool = Matrix["data"][number];
export type MatrixCell = MatrixTool["cells"][number];
export type Ceilings = MatrixCell["ceilings"];
export type MatrixChange = Preview["requestBody"]["content"]["application/json"];
export type MatrixEffects = Preview["responses"][200]["content"]["application/json"];
export type UserTool = Answer<"/api/admin/users/{id}/tools">["data"][number];
export type AccountException = Answer<"/api/admin/matrix/{tool}/exceptions">["data"][number];

export const STAGES = ["me", "plan", "percent", "all"] as const;
/** Rows of the lists in dialogs and on the page of a person. */
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

export function useMatrix(filter: MatrixFilter, page: number, perPage: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "matrix", language, filter, page, perPage],
    queryFn: () =>
      unwrap(api.GET("/api/admin/matrix", { params: { query: { ...filter, page, per_page: perPage } } })),
    placeholderData: keepPreviousData,
    // What another administrator has changed must show.
    staleTime: 0,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** The accounts that an exception of this tool speaks of. */
export function useToolExceptions(tool: string, page: number) {
  return useQuery({
    queryKey: ["admin", "tool-exceptions", tool, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/matrix/{tool}/exceptions", {
          params: { path: { tool }, query: { page, per_page: FEW } },
        }),
      ),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** The exceptions of an account. */
export function useUserTools(id: string, page: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "user-tools", language, id, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/users/{id}/tools", {
          params: { path: { id }, query: { page, per_page: FEW } },
        }),
      ),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export const preview = (body: MatrixChange) => unwrap(api.POST("/api/admin/matrix/preview", { body }));
export const save = (body: MatrixChange) => unwrap(api.PUT("/api/admin/matrix", { body }));

export type ExceptionEdit =
  paths["/api/admin/users/{id}/tools/{tool}"]["put"]["requestBody"]["content"]["application/json"];

export const exceptions = {
  put: (id: string, tool: string, body: ExceptionEdit) =>
    unwrap(api.PUT("/api/admin/users/{id}/tools/{tool}", { params: { path: { id, tool } }, body })),
  remove: (id: string, tool: string) =>
    unwrap(api.DELETE("/api/admin/users/{id}/tools/{tool}", { params: { path: { id, tool } } })),
};
