import { type Answer, apiQuery } from "../../api/query";

export type PersonSummary = Answer<"/api/admin/users">["data"][number];
export type Person = Answer<"/api/admin/users/{id}">;
export type Role = Person["role"];
export type Session = Person["sessions"][number];

export const ROLES: Role[] = ["user", "admin", "super-admin"];
export const SORTS = ["newest", "seen"] as const;

/** Changes by other administrators must show. */
export const personQuery = (id: string) =>
  apiQuery("/api/admin/users/{id}", { path: { id } }, { quiet: true, staleTime: 0 });
