import { type Answer, api, unwrap } from "../../api/client";

export type Publisher = Answer<"/api/admin/publishers">["data"][number];
export type PublisherKey = Publisher["keys"][number];
export type Level = Publisher["level"];

export const LEVELS: Level[] = ["private", "community", "partner", "official"];

const of = (id: string) => ({ params: { path: { id } } });

export const publisherActions = {
  create: (body: { id: string; name: string; level: Level }) =>
    unwrap(api.POST("/api/admin/publishers", { body })),
  change: (id: string, body: { name: string; level: Level }) =>
    unwrap(api.PUT("/api/admin/publishers/{id}", { ...of(id), body })),
  addKey: (id: string, key: string) =>
    unwrap(api.POST("/api/admin/publishers/{id}/keys", { ...of(id), body: { key } })),
  revokeKey: (key: string, reason: string) =>
    unwrap(api.PUT("/api/admin/keys/{id}/revocation", { ...of(key), body: { reason } })),
};
