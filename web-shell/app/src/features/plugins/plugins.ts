import type { Audience, Stage } from "../../admin/audience-fields";
import { type Answer, api, apiQuery, unwrap, withId } from "../../api/client";

export type PluginSummary = Answer<"/api/admin/plugins">["data"][number];
export type Plugin = Answer<"/api/admin/plugins/{id}">;
export type Version = Answer<"/api/admin/packages/{id}">;
export type Release = Plugin["releases"][number];
export type AffectedAccount = Answer<"/api/admin/packages/{id}/accounts">["data"][number];
export type VersionRun = Answer<"/api/admin/packages/{id}/runs">["data"][number];
export const STATES = ["bundled", "installed", "waiting", "staged", "pinned", "closed"] as const;
export const SORTS = ["id", "name", "publisher", "runs", "failed", "words", "cost"] as const;
export const LEVELS = ["local", "private", "community", "partner", "official"] as const;

/** Whether the version can be tried. */
export const canBeTried = ({ state }: Pick<Version, "state">) =>
  ["ready", "waiting", "quarantined"].includes(state);

export const pluginQuery = (id: string) =>
  apiQuery("/api/admin/plugins/{id}", { path: { id } }, { quiet: true, staleTime: 0 });
export const versionQuery = (id: string) =>
  apiQuery("/api/admin/packages/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

/** Uploads a package; all problems come back at once, by file. */
export const installFile = (file: File, stage: Stage) =>
  unwrap(
    api.POST("/api/admin/plugins", {
      params: { query: { stage } },
      // The body is the package and not JSON.
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

export const actions = {
  list: (plugin: string, listed: boolean) =>
    unwrap(api.PUT("/api/admin/plugins/{id}/listing", { ...withId(plugin), body: { listed } })),
  declineListing: (plugin: string) => unwrap(api.DELETE("/api/admin/listing-requests/{id}", withId(plugin))),
  release: (plugin: string, digest: string, audience: Audience) =>
    unwrap(api.POST("/api/admin/plugins/{id}/release", { ...withId(plugin), body: { digest, ...audience } })),
  rollBack: (plugin: string, reason: string) =>
    unwrap(api.POST("/api/admin/plugins/{id}/rollback", { ...withId(plugin), body: { reason } })),
  pin: (plugin: string) => unwrap(api.PUT("/api/admin/plugins/{id}/pin", withId(plugin))),
  unpin: (plugin: string) => unwrap(api.DELETE("/api/admin/plugins/{id}/pin", withId(plugin))),
  uninstall: (plugin: string) => unwrap(api.DELETE("/api/admin/plugins/{id}", withId(plugin))),
  approve: ({ digest, permissions }: Version, audience: Audience) => {
    const body = { permissions: permissions.map(({ import: name }) => name), ...audience };
    return unwrap(api.POST("/api/admin/packages/{id}/approve", { ...withId(digest), body }));
  },
  close: (digest: string, reason: string) =>
    unwrap(api.PUT("/api/admin/packages/{id}/quarantine", { ...withId(digest), body: { reason } })),
  reopen: (digest: string) => unwrap(api.DELETE("/api/admin/packages/{id}/quarantine", withId(digest))),
  revoke: (digest: string, reason: string) =>
    unwrap(api.PUT("/api/admin/packages/{id}/revocation", { ...withId(digest), body: { reason } })),
};
