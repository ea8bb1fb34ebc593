import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

type Ways = paths["/api/publisher/plugins/{id}/invitations"];
export type ToolInvitation = Ways["get"]["responses"][200]["content"]["application/json"]["data"][number];
export type NewToolInvitation = Ways["post"]["requestBody"]["content"]["application/json"];

const PER_PAGE = 10;
const of = (id: string) => ({ params: { path: { id } } });

/** Whether the lists show a plugin of one's own. */
export const useListing = (id: string) =>
  useQuery({
    queryKey: ["publisher", "listing", id],
    queryFn: () => unwrap(api.GET("/api/publisher/plugins/{id}/listing", of(id))),
    throwOnError: (_, { state }) => state.data === undefined,
  });

/** The links that let people in to it. */
export const useToolInvitations = (id: string, page: number) =>
  useQuery({
    queryKey: ["publisher", "tool-invitations", id, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/publisher/plugins/{id}/invitations", {
          params: { path: { id }, query: { page, per_page: PER_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });

export const linkPages = ({ total }: { total: number }) => Math.ceil(total / PER_PAGE);

export const listingDeeds = {
  list: (id: string, listed: boolean, note = "") =>
    unwrap(
      api.PUT("/api/publisher/plugins/{id}/listing", { ...of(id), body: { listed, ...(note && { note }) } }),
    ),
  invite: (id: string, body: NewToolInvitation) =>
    unwrap(api.POST("/api/publisher/plugins/{id}/invitations", { ...of(id), body })),
  revoke: (id: string, invitation: string, guests: boolean) =>
    unwrap(
      api.DELETE("/api/publisher/plugins/{id}/invitations/{invitation}", {
        params: { path: { id, invitation }, query: { guests } },
      }),
    ),
};
