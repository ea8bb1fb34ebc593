import { type Answer, apiQuery } from "../../api/client";

export const securityQuery = apiQuery("/api/user/security", {});
export const sessionsQuery = apiQuery("/api/user/sessions", {});

export type Security = Answer<"/api/user/security">;
export type Session = Answer<"/api/user/sessions">[number];
export type Setup = Answer<"/api/user/two-factor", "post">;
