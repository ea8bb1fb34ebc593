import { useQuery } from "@tanstack/react-query";
import { type Answer, api, quietly, unwrap, withId } from "../../api/client";

export type Member = Answer<"/api/publisher/members">["data"][number];
export type Invitation = Answer<"/api/publisher/invitations">["data"][number];
export type Role = Member["role"];

export const ROLES: Role[] = ["member", "owner"];

export const memberActions = {
  invite: (email: string, role: Role) =>
    unwrap(api.POST("/api/publisher/invitations", { body: { email, role } })),
  resend: (id: string) => unwrap(api.POST("/api/publisher/invitations/{id}/resend", withId(id))),
  revoke: (id: string) => unwrap(api.DELETE("/api/publisher/invitations/{id}", withId(id))),
  change: (id: string, role: Role) =>
    unwrap(api.PUT("/api/publisher/members/{id}", { ...withId(id), body: { role } })),
  remove: (id: string) => unwrap(api.DELETE("/api/publisher/members/{id}", withId(id))),
};

/** The invitation of a link. The page shows its errors. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ["/api/publisher-invitations/look", token],
    queryFn: () => unwrap(api.POST("/api/publisher-invitations/look", { body: { token }, headers: quietly })),
    retry: false,
    throwOnError: false,
    staleTime: 0,
  });

export const join = (token: string) =>
  unwrap(api.POST("/api/publisher-invitations/accept", { body: { token } }));
