import type { Audience } from "../../admin/audience-fields";
import { type Answer, api, apiQuery, unwrap } from "../../api/client";

export type ReviewSummary = Answer<"/api/admin/reviews">["data"][number];
export type Review = Answer<"/api/admin/reviews/{id}">;

export const reviewQuery = (id: string) =>
  apiQuery("/api/admin/reviews/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

const of = (id: string) => ({ params: { path: { id } } });

export const reviewActions = {
  tryOut: (id: string) => unwrap(api.POST("/api/admin/reviews/{id}/try", of(id))),
  approve: (id: string, listed: boolean, audience: Audience) =>
    unwrap(api.POST("/api/admin/reviews/{id}/approve", { ...of(id), body: { listed, ...audience } })),
  sendBack: (id: string, reason_en: string, reason_pl: string) =>
    unwrap(api.POST("/api/admin/reviews/{id}/return", { ...of(id), body: { reason_en, reason_pl } })),
};

/** The address of the file of a waiting package. */
export const fileOf = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}/package`;
