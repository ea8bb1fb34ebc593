import type { Product } from "../api/plans";
import { useApi } from "../api/query";

/** As many plans as a choice between them can bear. */
const ALL = 100;

export const useAllProducts = () => useApi("/api/admin/products", { query: { page: 1, per_page: ALL } });

export const nameOf = (product: Pick<Product, "name_en" | "name_pl">, language: string) =>
  language === "pl" ? product.name_pl : product.name_en;
