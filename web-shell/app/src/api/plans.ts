import { at } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import type { Language } from "../paths";
import { type Answer, api, apiQuery, unwrap, useApi } from "./client";

export type Plan = Answer<"/api/plans">["data"][number];
export type OwnPlan = Answer<"/api/plan">;
export type Period = OwnPlan["period"];
export type Product = Answer<"/api/admin/products">["data"][number];
export type PlanRequest = Answer<"/api/admin/plan-requests">["data"][number];
export type Choice = { product_id: number; period: Period };

/** The default plan. */
export const FREE = 0;
/** The currency of prices, by the language of the screen. */
export const CURRENCY = { en: "usd", pl: "pln" } as const satisfies Record<Language, string>;

/** An amount in cents or grosze in the reader's format; whole amounts without decimals. */
export function money(language: Language, amount: number, currency: "usd" | "pln" = CURRENCY[language]) {
  const minimumFractionDigits = amount % 100 === 0 ? 0 : 2;
  const format = {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    useGrouping: true,
    minimumFractionDigits,
    maximumFractionDigits: 2,
  } as const;
  return new Intl.NumberFormat(language === "pl" ? "pl-PL" : "en-US", format).format(amount / 100);
}

/** The plans on offer, smallest first. */
export const usePlans = () => useApi("/api/plans", {});

/** The plan of the user and the plan that they requested. */
export const useOwnPlan = (enabled = true) => useApi("/api/plan", {}, { enabled });

/** Requests a plan from the administrators, or withdraws the request. */
export function useRequest() {
  const queries = useQueryClient();
  return {
    ask: async (choice: Choice) =>
      queries.setQueryData(
        apiQuery("/api/plan", {}).queryKey,
        await unwrap(api.POST("/api/plan/request", { body: choice })),
      ),
    withdraw: async () => {
      await unwrap(api.DELETE("/api/plan/request"));
      await queries.invalidateQueries(at("/api/plan"));
    },
  };
}
