import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePageLanguage } from "../i18n/use-page-language";
import type { Language } from "../paths";
import { api, unwrap } from "./client";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type Plan = Answer<"/api/plans">["data"][number];
export type OwnPlan = Answer<"/api/plan">;
export type Period = OwnPlan["period"];
export type Product = Answer<"/api/admin/products">["data"][number];
export type PlanRequest = Answer<"/api/admin/plan-requests">["data"][number];
export type Choice = { product_id: number; period: Period };

/** The plan of everybody who has no other. */
export const FREE = 0;
/** Which price a reader is told: that of the language of the screen. */
export const CURRENCY = { en: "usd", pl: "pln" } as const satisfies Record<Language, string>;

/** An amount in cents or grosze as the reader writes it; whole amounts without their zeros. */
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

/** The plans on offer, the smallest first. */
export function usePlans() {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["plans", language],
    queryFn: () => unwrap(api.GET("/api/plans")),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
}

/** The plan of the person and what they asked for. */
export function useOwnPlan(enabled = true) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["plan", language],
    queryFn: () => unwrap(api.GET("/api/plan")),
    placeholderData: keepPreviousData,
    throwOnError: true,
    enabled,
  });
}

/** Asks the administrators for a plan, or takes the request back. */
export function useRequest() {
  const queries = useQueryClient();
  const language = usePageLanguage();
  return {
    ask: async (choice: Choice) =>
      queries.setQueryData(["plan", language], await unwrap(api.POST("/api/plan/request", { body: choice }))),
    withdraw: async () => {
      await unwrap(api.DELETE("/api/plan/request"));
      await queries.invalidateQueries({ queryKey: ["plan"] });
    },
  };
}
