import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { currentLanguage } from "../../i18n/i18n";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Language } from "../../paths";
import type { Audience } from "./plugins";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type ReviewSummary = Answer<"/api/admin/reviews">["data"][number];
export type Review = Answer<"/api/admin/reviews/{id}">;

export function useReviews(page: number, perPage: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "reviews", language, page, perPage],
    queryFn: () => unwrap(api.GET("/api/admin/reviews", { params: { query: { page, per_page: perPage } } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const reviewQuery = (language: Language, id: string) => ({
  queryKey: ["admin", "review", language, id],
  queryFn: () => unwrap(api.GET("/api/admin/reviews/{id}", { params: { path: { id } }, headers: quietly })),
  staleTime: 0,
});

/** For the page's loader: what does not exist has no page. */
export const loadReview = (id: string) => queryClient.fetchQuery(reviewQuery(currentLanguage(), id));

export const useReview = (id: string) =>
  useQuery({
    ...reviewQuery(usePageLanguage(), id),
    throwOnError: (_, { state }) => state.data === undefined,
  });

const of = (id: string) => ({ params: { path: { id } } });

export const reviewDeeds = {
  tryOut: (id: string) => unwrap(api.POST("/api/admin/reviews/{id}/try", of(id))),
  approve: (id: string, listed: boolean, audience: Audience) =>
    unwrap(api.POST("/api/admin/reviews/{id}/approve", { ...of(id), body: { listed, ...audience } })),
  sendBack: (id: string, reason_en: string, reason_pl: string) =>
    unwrap(api.POST("/api/admin/reviews/{id}/return", { ...of(id), body: { reason_en, reason_pl } })),
};

/** Where the file of a package that waits can be had. */
export const fileOf = (id: string) => `/api/admin/reviews/${encodeURIComponent(id)}/package`;
