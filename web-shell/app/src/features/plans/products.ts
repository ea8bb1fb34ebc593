import { under } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import type { Sent } from "../../api/client";
import { FREE, type Product } from "../../api/plans";

export type ProductEdit = Sent<"/api/admin/products">;

/** Reloads all queries that show plans. */
export function useStalePlans() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries(under("/api/admin", "/api/plans", "/api/plan", "/api/tools", "/api/user"));
}

/** A plan without users can be deleted, except the free one. */
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
  pages: 0,
  projects: null,
  runs_per_day: null,
  bulk_rows: null,
  all_tools: true,
  tools: [],
  own_model: false,
  position: 0,
  on_offer: true,
  recommended: false,
};

/** A plan without the fields that the form does not send. */
export function editOf({ id: _, subscribers: __, closed_tools: ___, ...edit }: Product): ProductEdit {
  return edit;
}
