import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { PER_PAGE } from "./list";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type Publisher = Answer<"/api/admin/publishers">["data"][number];
export type PublisherKey = Publisher["keys"][number];
export type PublisherReach = Answer<"/api/admin/publishers/{id}/reach">;
export type Level = Publisher["level"];

export const LEVELS: Level[] = ["private", "community", "partner", "official"];

export function usePublishers(page: number) {
  return useQuery({
    queryKey: ["admin", "publishers", page],
    queryFn: () =>
      unwrap(api.GET("/api/admin/publishers", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** How far the packages of a publisher reach, or those of one of its keys. */
export function usePublisherReach(id: string, key?: string) {
  return useQuery({
    queryKey: ["admin", "publisher-reach", id, key ?? null],
    queryFn: () =>
      unwrap(api.GET("/api/admin/publishers/{id}/reach", { params: { path: { id }, query: { key } } })),
    staleTime: 0,
  });
}

const of = (id: string) => ({ params: { path: { id } } });

export const publisherDeeds = {
  create: (body: { id: string; name: string; level: Level }) =>
    unwrap(api.POST("/api/admin/publishers", { body })),
  change: (id: string, body: { name: string; level: Level }) =>
    unwrap(api.PUT("/api/admin/publishers/{id}", { ...of(id), body })),
  addKey: (id: string, key: string) =>
    unwrap(api.POST("/api/admin/publishers/{id}/keys", { ...of(id), body: { key } })),
  revokeKey: (key: string, reason: string) =>
    unwrap(api.PUT("/api/admin/keys/{id}/revocation", { ...of(key), body: { reason } })),
};
