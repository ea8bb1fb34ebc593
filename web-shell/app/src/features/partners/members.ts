import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";

type Page<Path extends "/api/publisher/members" | "/api/publisher/invitations"> =
  paths[Path]["get"]["responses"][200]["content"]["application/json"];

export type Member = Page<"/api/publisher/members">["data"][number];
export type Invitation = Page<"/api/publisher/invitations">["data"][number];
export type Role = Member["role"];

export const ROLES: Role[] = ["member", "owner"];
const PER_PAGE = 20;

/** Who belongs to the publisher. */
export const useMembers = (page: number) =>
  useQuery({
    queryKey: ["publisher", "members", page],
    queryFn: () =>
      unwrap(api.GET("/api/publisher/members", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });

/** Who was asked; for owners. */
export const useInvitations = (page: number) =>
  useQuery({
    queryKey: ["publisher", "invitations", page],
    queryFn: () =>
      unwrap(api.GET("/api/publisher/invitations", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });

export const pagesOf = ({ total }: { total: number }) => Math.ceil(total / PER_PAGE);

const of = (id: string) => ({ params: { path: { id } } });

export const memberDeeds = {
  invite: (email: string, role: Role) =>
    unwrap(api.POST("/api/publisher/invitations", { body: { email, role } })),
  resend: (id: string) => unwrap(api.POST("/api/publisher/invitations/{id}/resend", of(id))),
  revoke: (id: string) => unwrap(api.DELETE("/api/publisher/invitations/{id}", of(id))),
  change: (id: string, role: Role) =>
    unwrap(api.PUT("/api/publisher/members/{id}", { ...of(id), body: { role } })),
  remove: (id: string) => unwrap(api.DELETE("/api/publisher/members/{id}", of(id))),
};

/** What the link of an invitation leads to. What is wrong with it is the page's to say. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ["publisher-invitation", token],
    queryFn: () => unwrap(api.POST("/api/publisher-invitations/look", { body: { token }, headers: quietly })),
    retry: false,
    staleTime: 0,
  });

export const join = (token: string) =>
  unwrap(api.POST("/api/publisher-invitations/accept", { body: { token } }));
