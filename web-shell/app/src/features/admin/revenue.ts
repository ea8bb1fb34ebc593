import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Currency } from "../../ui/revenue-formats";
import { PER_PAGE } from "./list";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;
type Sent<Path extends keyof paths> = paths[Path]["post"] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type RevenueMonth = Answer<"/api/admin/revenue/months">["data"][number];
export type Split = Answer<"/api/admin/revenue/months/{month}">;
export type Book = Answer<"/api/admin/revenue/publishers/{id}">;
export type Payable = Answer<"/api/admin/revenue/payable/{currency}">;

const query = (page: number) => ({ query: { page, per_page: PER_PAGE } });

export function useMonths(page: number) {
  return useQuery({
    queryKey: ["admin", "revenue", "months", page],
    queryFn: () => unwrap(api.GET("/api/admin/revenue/months", { params: query(page) })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useSplit(month: string) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["admin", "revenue", "month", language, month],
    queryFn: () => unwrap(api.GET("/api/admin/revenue/months/{month}", { params: { path: { month } } })),
    throwOnError: true,
  });
}

export function useBooks(page: number) {
  return useQuery({
    queryKey: ["admin", "revenue", "books", page],
    queryFn: () => unwrap(api.GET("/api/admin/revenue/publishers", { params: query(page) })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const bookQuery = (id: string) => ({
  queryKey: ["admin", "revenue", "book", id],
  queryFn: () =>
    unwrap(api.GET("/api/admin/revenue/publishers/{id}", { params: { path: { id } }, headers: quietly })),
  // Whoever writes into a ledger says which entry they saw last.
  staleTime: 0,
});

/** For the page's loader: who is no publisher has no page. */
export const loadBook = (id: string) => queryClient.fetchQuery(bookQuery(id));

export const useBook = (id: string) =>
  useQuery({ ...bookQuery(id), throwOnError: (_, { state }) => state.data === undefined });

export function useEntries(id: string, page: number) {
  return useQuery({
    queryKey: ["admin", "revenue", "entries", id, page],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/revenue/publishers/{id}/entries", { params: { path: { id }, ...query(page) } }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const of = (id: string) => ({ params: { path: { id } } });
const at = (month: string) => ({ params: { path: { month } } });

export const revenueDeeds = {
  preview: (month: string, body: { usd: number; pln: number }) =>
    unwrap(api.POST("/api/admin/revenue/months/{month}/preview", { ...at(month), body })),
  close: (month: string, body: Sent<"/api/admin/revenue/months/{month}/close">) =>
    unwrap(api.POST("/api/admin/revenue/months/{month}/close", { ...at(month), body })),
  agree: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/agreements">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/agreements", { ...of(id), body })),
  adjust: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/adjustments">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/adjustments", { ...of(id), body })),
  pay: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/payouts">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/payouts", { ...of(id), body })),
  comeBack: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/returns">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/returns", { ...of(id), body })),
  /** Each call is written into the audit log, so none is made that nobody asked for. */
  payable: (currency: Currency, page: number) =>
    unwrap(
      api.GET("/api/admin/revenue/payable/{currency}", { params: { path: { currency }, ...query(page) } }),
    ),
  table: (currency: Currency) =>
    unwrap(
      api.GET("/api/admin/revenue/payable/{currency}/table.csv", {
        params: { path: { currency } },
        parseAs: "blob",
      }),
    ),
};
