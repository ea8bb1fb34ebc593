import type { Answer, Sent } from "../../api/client";

export type ApiKey = Answer<"/api/keys">["data"][number];
export type NewKey = Sent<"/api/keys">;
export type Scope = ApiKey["scopes"][number];

/** The scopes of a key, in the order of the form; the texts have their names. */
export const SCOPES = {
  "tools:read": "toolsRead",
  "runs:write": "runsWrite",
  "runs:read": "runsRead",
  "documents:read": "documentsRead",
  "documents:write": "documentsWrite",
  "shops:read": "shopsRead",
  "shops:write": "shopsWrite",
  "audits:read": "auditsRead",
  "audits:write": "auditsWrite",
  "tasks:read": "tasksRead",
  "tasks:write": "tasksWrite",
  "plugins:write": "pluginsWrite",
} as const satisfies Record<Scope, string>;

export const scopeNames = Object.keys(SCOPES) as Scope[];

/** Whether a key is valid now. */
export const isOpen = (key: ApiKey, now = Date.now()) =>
  !key.revoked_at && (!key.expires_at || new Date(key.expires_at).getTime() > now);
