import { ApiProblem, type paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { currentLanguage } from "../../i18n/i18n";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Language } from "../../paths";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type PluginSummary = Answer<"/api/admin/plugins">["data"][number];
export type Plugin = Answer<"/api/admin/plugins/{id}">;
export type Version = Answer<"/api/admin/packages/{id}">;
export type Release = Plugin["releases"][number];
export type AffectedAccount = Answer<"/api/admin/packages/{id}/accounts">["data"][number];
export type VersionRun = Answer<"/api/admin/packages/{id}/runs">["data"][number];
export type Stage = Release["stage"];

export const STAGES: Stage[] = ["me", "plan", "percent", "all"];
/** Rows of the lists on the page of a version. */
export const FEW = 10;

/** Whom a version is to serve, as the API takes it. */
export type Audience = { stage: Stage; product_id?: number; percent?: number };

export const STATES = ["bundled", "installed", "waiting", "staged", "pinned", "closed"] as const;
export const LEVELS = ["local", "private", "community", "partner", "official"] as const;

/** Whether the version could serve somebody, if it does not do so already. */
export const canBeTried = ({ state }: Pick<Version, "state">) =>
  ["ready", "waiting", "quarantined"].includes(state);

export type PluginFilter = {
  q?: string | undefined;
  state?: (typeof STATES)[number] | undefined;
  publisher?: string | undefined;
  level?: (typeof LEVELS)[number] | undefined;
};

export function usePlugins(filter: PluginFilter, page: number, perPage: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "plugins", language, filter, page, perPage],
    queryFn: () =>
      unwrap(api.GET("/api/admin/plugins", { params: { query: { ...filter, page, per_page: perPage } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const pluginQuery = (language: Language, id: string) => ({
  queryKey: ["admin", "plugin", language, id],
  queryFn: () => unwrap(api.GET("/api/admin/plugins/{id}", { params: { path: { id } }, headers: quietly })),
  staleTime: 0,
});

const versionQuery = (language: Language, digest: string) => ({
  queryKey: ["admin", "package", language, digest],
  queryFn: () =>
    unwrap(api.GET("/api/admin/packages/{id}", { params: { path: { id: digest } }, headers: quietly })),
  staleTime: 0,
});

/** For the pages' loaders: what does not exist has no page. */
export const loadPlugin = (id: string) => queryClient.fetchQuery(pluginQuery(currentLanguage(), id));
export const loadVersion = (digest: string) =>
  queryClient.fetchQuery(versionQuery(currentLanguage(), digest));

/** A page that was open while its plugin went keeps what it shows. */
const unlessGone = (problem: Error, data: unknown) =>
  data === undefined || (problem instanceof ApiProblem && problem.status === 403);

export function usePlugin(id: string) {
  const query = pluginQuery(usePageLanguage(), id);
  return useQuery({ ...query, throwOnError: (problem, { state }) => unlessGone(problem, state.data) });
}

export function useVersion(digest: string) {
  const query = versionQuery(usePageLanguage(), digest);
  return useQuery({ ...query, throwOnError: (problem, { state }) => unlessGone(problem, state.data) });
}

export function useVersionStats(digest: string) {
  return useQuery({
    queryKey: ["admin", "package-stats", digest],
    queryFn: () => unwrap(api.GET("/api/admin/packages/{id}/stats", { params: { path: { id: digest } } })),
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** The last runs of a version that ended badly. */
export function useFailedRuns(digest: string, page: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "package-runs", language, digest, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/packages/{id}/runs", {
          params: { path: { id: digest }, query: { status: "failed", page, per_page: FEW } },
        }),
      ),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useVersionRun(digest: string, run: string) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "package-run", language, digest, run],
    queryFn: () =>
      unwrap(api.GET("/api/admin/packages/{id}/runs/{run}", { params: { path: { id: digest, run } } })),
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useAffected(digest: string, page: number) {
  return useQuery({
    queryKey: ["admin", "package-accounts", digest, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/packages/{id}/accounts", {
          params: { path: { id: digest }, query: { page, per_page: FEW } },
        }),
      ),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** Sends a package; every reason against it comes back at once, by file. */
export const installFile = (file: File, stage: Stage) =>
  unwrap(
    api.POST("/api/admin/plugins", {
      params: { query: { stage } },
      // The body is the package itself and not JSON.
      body: file as unknown as undefined,
      bodySerializer: (body) => body as unknown as string,
      headers: { "Content-Type": "application/octet-stream" },
    }),
  );

/** Has the server fetch a package: from an address, or from an OCI registry. */
export const installFrom = (address: string, stage: Stage) => {
  const where = /^https?:/i.test(address) ? { url: address } : { oci: address };
  return unwrap(api.POST("/api/admin/plugins/fetch", { body: { ...where, stage } }));
};

const of = (id: string) => ({ params: { path: { id } } });

/** Whether the lists show a plugin, and what a change of that would mean. */
export const useListing = (plugin: string) =>
  useQuery({
    queryKey: ["admin", "listing", plugin],
    queryFn: () => unwrap(api.GET("/api/admin/plugins/{id}/listing", of(plugin))),
    throwOnError: (_, { state }) => state.data === undefined,
  });

/** Plugins whose publishers ask for a place in the lists. */
export const useListingRequests = (page: number) =>
  useQuery({
    queryKey: ["admin", "listing-requests", page],
    queryFn: () =>
      unwrap(api.GET("/api/admin/listing-requests", { params: { query: { page, per_page: FEW } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });

export const deeds = {
  list: (plugin: string, listed: boolean) =>
    unwrap(api.PUT("/api/admin/plugins/{id}/listing", { ...of(plugin), body: { listed } })),
  declineListing: (plugin: string) => unwrap(api.DELETE("/api/admin/listing-requests/{id}", of(plugin))),
  release: (plugin: string, digest: string, audience: Audience) =>
    unwrap(api.POST("/api/admin/plugins/{id}/release", { ...of(plugin), body: { digest, ...audience } })),
  rollBack: (plugin: string, reason: string) =>
    unwrap(api.POST("/api/admin/plugins/{id}/rollback", { ...of(plugin), body: { reason } })),
  pin: (plugin: string) => unwrap(api.PUT("/api/admin/plugins/{id}/pin", of(plugin))),
  unpin: (plugin: string) => unwrap(api.DELETE("/api/admin/plugins/{id}/pin", of(plugin))),
  uninstall: (plugin: string) => unwrap(api.DELETE("/api/admin/plugins/{id}", of(plugin))),
  approve: ({ digest, permissions }: Version, audience: Audience) => {
    const body = { permissions: permissions.map(({ import: name }) => name), ...audience };
    return unwrap(api.POST("/api/admin/packages/{id}/approve", { ...of(digest), body }));
  },
  close: (digest: string, reason: string) =>
    unwrap(api.PUT("/api/admin/packages/{id}/quarantine", { ...of(digest), body: { reason } })),
  reopen: (digest: string) => unwrap(api.DELETE("/api/admin/packages/{id}/quarantine", of(digest))),
  revoke: (digest: string, reason: string) =>
    unwrap(api.PUT("/api/admin/packages/{id}/revocation", { ...of(digest), body: { reason } })),
};
