import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { FREE, type Product } from "../../api/plans";
import { usePageLanguage } from "../../i18n/use-page-language";

export type ProductEdit = paths["/api/admin/products"]["post"]["requestBody"]["content"]["application/json"];

export const PER_PAGE = 20;
/** As many plans as a choice between them can bear. */
const ALL = 100;

export function useProducts(page: number, perPage = PER_PAGE) {
  return useQuery({
    queryKey: ["products", page, perPage],
    queryFn: () => unwrap(api.GET("/api/admin/products", { params: { query: { page, per_page: perPage } } })),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
}

export const useAllProducts = () => useProducts(1, ALL);

export function usePlanRequests(page: number) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["plan-requests", language, page],
    queryFn: () =>
      unwrap(api.GET("/api/admin/plan-requests", { params: { query: { page, per_page: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
}

/** What shows plans is out of date once one of them has changed. */
export function useStalePlans() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["products", "plans", "plan", "plan-requests", "tools", "user"].map((room) =>
        queries.invalidateQueries({ queryKey: [room] }),
      ),
    );
}

export const nameOf = (product: Pick<Product, "name_en" | "name_pl">, language: string) =>
  language === "pl" ? product.name_pl : product.name_en;

/** A plan can go where nobody has it; the free one is always there. */
export const canGo = ({ id, subscribers }: Product) => id !== FREE && subscribers === 0;

export const EMPTY: ProductEdit = {
  name_en: "",
  name_pl: "",
  description_en: "",
  description_pl: "",
  monthly_usd: 0,
  annual_usd: 0,
  monthly_pln: 0,
  annual_pln: 0,
  ai_words: 0,
  projects: null,
  runs_per_day: null,
  bulk_rows: null,
  all_tools: true,
  tools: [],
  position: 0,
  on_offer: true,
};

/** A plan without what the form does not send. */
export function editOf({ id: _, subscribers: __, closed_tools: ___, ...edit }: Product): ProductEdit {
  return edit;
}
