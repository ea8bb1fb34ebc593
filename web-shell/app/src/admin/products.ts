import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/client";
import type { Product } from "../api/plans";

/** The most plans that fit a choice between them. */
const ALL = 100;

export const allProductsQuery = apiQuery("/api/admin/products", { query: { page: 1, per_page: ALL } });
export const useAllProducts = () => useQuery(allProductsQuery);

export const nameOf = (product: Pick<Product, "name_en" | "name_pl">, language: string) =>
  language === "pl" ? product.name_pl : product.name_en;
