import { type Answer, api, type Sent, unwrap, withId } from "../../api/client";

export type ToolInvitation = Answer<"/api/publisher/plugins/{id}/invitations">["data"][number];
export type NewToolInvitation = Sent<"/api/publisher/plugins/{id}/invitations">;

export const listingActions = {
  list: (id: string, listed: boolean, note = "") =>
    unwrap(
      api.PUT("/api/publisher/plugins/{id}/listing", {
        ...withId(id),
        body: { listed, ...(note && { note }) },
      }),
    ),
  invite: (id: string, body: NewToolInvitation) =>
    unwrap(api.POST("/api/publisher/plugins/{id}/invitations", { ...withId(id), body })),
  revoke: (id: string, invitation: string, guests: boolean) =>
    unwrap(
      api.DELETE("/api/publisher/plugins/{id}/invitations/{invitation}", {
        params: { path: { id, invitation }, query: { guests } },
      }),
    ),
};
