import { type Answer, api, apiQuery, type Sent, unwrap, withId } from "../../api/client";
import { PER_PAGE } from "../../api/use-list";
import type { Currency } from "../../ui/revenue-formats";

export type RevenueMonth = Answer<"/api/admin/revenue/months">["data"][number];
export type Split = Answer<"/api/admin/revenue/months/{month}">;
export type Book = Answer<"/api/admin/revenue/publishers/{id}">;
export type Payable = Answer<"/api/admin/revenue/payable/{currency}">;

const query = (page: number) => ({ query: { page, per_page: PER_PAGE } });

/** Amounts of money are never shown from the cache alone. */
export const FRESH = { staleTime: 0 };

/** A change of a ledger contains the last entry that its author saw. */
export const bookQuery = (id: string) =>
  apiQuery("/api/admin/revenue/publishers/{id}", { path: { id } }, { quiet: true, staleTime: 0 });

const at = (month: string) => ({ params: { path: { month } } });

export const revenueActions = {
  preview: (month: string, body: { usd: number; pln: number }) =>
    unwrap(api.POST("/api/admin/revenue/months/{month}/preview", { ...at(month), body })),
  close: (month: string, body: Sent<"/api/admin/revenue/months/{month}/close">) =>
    unwrap(api.POST("/api/admin/revenue/months/{month}/close", { ...at(month), body })),
  agree: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/agreements">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/agreements", { ...withId(id), body })),
  adjust: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/adjustments">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/adjustments", { ...withId(id), body })),
  pay: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/payouts">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/payouts", { ...withId(id), body })),
  comeBack: (id: string, body: Sent<"/api/admin/revenue/publishers/{id}/returns">) =>
    unwrap(api.POST("/api/admin/revenue/publishers/{id}/returns", { ...withId(id), body })),
  /** The audit log records each call, so it requires a click. */
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
