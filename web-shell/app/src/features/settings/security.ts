import type { paths } from "@sitewright/sdk/shell";
import { api, unwrap } from "../../api/client";

/** How the account is kept. */
export const securityQuery = {
  queryKey: ["security"],
  queryFn: () => unwrap(api.GET("/api/user/security")),
};

export const sessionsQuery = {
  queryKey: ["sessions"],
  queryFn: () => unwrap(api.GET("/api/user/sessions")),
};

type Body<T> = T extends { responses: { 200: { content: { "application/json": infer Answer } } } }
  ? Answer
  : never;

export type Security = Body<paths["/api/user/security"]["get"]>;
export type Session = Body<paths["/api/user/sessions"]["get"]>[number];
export type Setup = Body<paths["/api/user/two-factor"]["post"]>;
