import { api, unwrap } from "../../api/client";
import { type Answer, type Sent, useApi } from "../../api/query";

export type ToolInvitation = Answer<"/api/publisher/plugins/{id}/invitations">["data"][number];
export type NewToolInvitation = Sent<"/api/publisher/plugins/{id}/invitations">;

const PER_PAGE = 10;
const of = (id: string) => ({ params: { path: { id } } });

/** The links that give people access to a plugin. */
export const useToolInvitations = (id: string, page: number) =>
  useApi("/api/publisher/plugins/{id}/invitations", {
    path: { id },
    query: { page, per_page: PER_PAGE },
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
