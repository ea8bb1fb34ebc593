import type { Audience } from "../../admin/audience-fields";
import { type Answer, api, apiQuery, unwrap, withId } from "../../api/client";

export type ReviewSummary = Answer<"/api/admin/reviews">["data"][number];
export type Review = Answer<"/api/admin/reviews/{id}">;

export const reviewQuery = (id: string) =>
  apiQuery("/api/admin/reviews/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

export const reviewActions = {
  tryOut: (id: string) => unwrap(api.POST("/api/admin/reviews/{id}/try", withId(id))),
  approve: (id: string, listed: boolean, audience: Audience) =>
    unwrap(api.POST("/api/admin/reviews/{id}/approve", { ...withId(id), body: { listed, ...audience } })),
  sendBack: (id: string, reason_en: string, reason_pl: string) =>
    unwrap(api.POST("/api/admin/reviews/{id}/return", { ...withId(id), body: { reason_en, reason_pl } })),
};

/** The address of the file of a waiting package. */
export const fileOf = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}/package`;
