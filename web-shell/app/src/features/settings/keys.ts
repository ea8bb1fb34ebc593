import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

export const KEYS_PER_PAGE = 20;

/** A key as its owner sees it. */
export type ApiKey =
  paths["/api/keys"]["get"]["responses"][200]["content"]["application/json"]["data"][number];
export type NewKey = NonNullable<paths["/api/keys"]["post"]["requestBody"]>["content"]["application/json"];
export type Scope = ApiKey["scopes"][number];

/** What a key may do, in the order of the form; the texts are named by it. */
export const SCOPES = {
  "tools:read": "toolsRead",
  "runs:write": "runsWrite",
  "runs:read": "runsRead",
  "documents:read": "documentsRead",
  "documents:write": "documentsWrite",
  "plugins:write": "pluginsWrite",
} as const satisfies Record<Scope, string>;

export const scopeNames = Object.keys(SCOPES) as Scope[];

/** All pages of the list. */
export const KEYS = ["keys"];

export function useKeys(page: number) {
  return useQuery({
    queryKey: [...KEYS, page],
    queryFn: () => unwrap(api.GET("/api/keys", { params: { query: { page, per_page: KEYS_PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
}

/** Whether a key opens anything now. */
export const isOpen = (key: ApiKey, now = Date.now()) =>
  !key.revoked_at && (!key.expires_at || new Date(key.expires_at).getTime() > now);
