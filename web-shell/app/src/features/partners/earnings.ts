import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { usePageLanguage } from "../../i18n/use-page-language";
import { PER_PAGE } from "./publisher";

const query = (page: number) => ({ params: { query: { page, per_page: PER_PAGE } } });

export function useRevenue() {
  return useQuery({
    queryKey: ["publisher", "revenue"],
    queryFn: () => unwrap(api.GET("/api/publisher/revenue")),
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useRevenueMonths(page: number) {
  return useQuery({
    queryKey: ["publisher", "revenue", "months", page],
    queryFn: () => unwrap(api.GET("/api/publisher/revenue/months", query(page))),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** A closed month by tool. */
export function useRevenueTools(month: string) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["publisher", "revenue", "month", language, month],
    queryFn: () => unwrap(api.GET("/api/publisher/revenue/months/{month}", { params: { path: { month } } })),
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useRevenueEntries(page: number) {
  return useQuery({
    queryKey: ["publisher", "revenue", "entries", page],
    queryFn: () => unwrap(api.GET("/api/publisher/revenue/entries", query(page))),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** Where the statement of a month can be had as a table. */
export const statementOf = (month: string) => `/api/publisher/revenue/months/${month}/statement.csv`;
