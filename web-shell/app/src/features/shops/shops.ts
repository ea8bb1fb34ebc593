import { under } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import { type Answer, api, apiQuery, unwrap, useApi, useLoaded, withId } from "../../api/client";
import { useHeard, useLive } from "../../api/live";
import { useTexts } from "../../i18n/use-texts";
import type { Mark } from "../../ui/state-badge";

export type Shop = Answer<"/api/shops/{id}">;
export type Change = Answer<"/api/shops/{id}/changes">["data"][number];
export type Item = Answer<"/api/shops/{id}/items">["data"][number];
export type ItemTexts = Answer<"/api/shops/{id}/items/{kind}/{item}">;
export type Found = Answer<"/api/shops/{id}/findings">["data"][number];
export type Order = Answer<"/api/shops/{id}/orders">["data"][number];
export type Writer = Answer<"/api/shops/{id}/writers">["data"][number];
export type System = Answer<"/api/shop-systems">["data"][number];

/** The polling interval while no events arrive. */
const POLL_MS = 3_000;
/** The newest orders; older ones are found by their proposals. */
const ORDERS = 50;

export const shopQuery = (id: string) => apiQuery("/api/shops/{id}", { path: { id } });
/** The icon of a shop system. */
export const iconOf = (system: string) => `/api/tools/${system}/icon.svg`;

/** The data of all shops. */
export const SHOPS = under("/api/shops");

export const STATUS_MARKS = {
  connected: "good",
  denied: "bad",
  unreachable: "warn",
} as const satisfies Record<Shop["status"], Mark>;

/** The shop of this page. While no events arrive it is polled, and the lists of the page follow it. */
export function useShop(): Shop {
  const { shop: id = "" } = useParams();
  const queries = useQueryClient();
  const isLive = useLive();
  const shop = useLoaded({ ...shopQuery(id), ...useHeard(POLL_MS) });
  const state = JSON.stringify([shop.changes, shop.reading, shop.working]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state of the shop changes its lists.
  useEffect(() => {
    if (isLive) return;
    const { predicate } = under("/api/shops/{id}");
    queries.invalidateQueries({
      predicate: (query) => predicate(query) && query.queryKey[0] !== "/api/shops/{id}",
    });
  }, [state, queries, isLive]);
  return shop;
}

/** The newest orders of a shop. */
export const useOrders = (id: string) =>
  useApi(
    "/api/shops/{id}/orders",
    { path: { id }, query: { page: 1, per_page: ORDERS } },
    { throwOnError: false, ...useHeard(POLL_MS) },
  );

/** Changes that could not be written or undone, by the state under which the history lists them. */
export const stuckOf = ({ changes }: Pick<Shop, "changes">) =>
  [
    { state: "conflict", name: "conflict", count: changes.conflict },
    { state: "failed", name: "failed", count: changes.failed },
    { state: "undo-conflict", name: "undoConflict", count: changes.undo_conflict },
  ] as const;

export const readAgain = (id: string) => unwrap(api.POST("/api/shops/{id}/read", withId(id)));

/** Starts to write, compare or undo changes. */
export const startWork = (id: string, what: "write" | "undo" | "compare", ids?: string[]) =>
  unwrap(api.POST("/api/shops/{id}/work", { ...withId(id), body: { do: what, ...(ids && { ids }) } }));

export const fieldOf = (shop: Shop, kind: string, id: string) =>
  shop.kinds.find((one) => one.id === kind)?.fields.find((field) => field.id === id);

/** The alternative text of an image is a field `alt:…`. */
export const isAlt = (field: string) => field === "alt" || field.startsWith("alt:");

/** The address of the image of a field `alt:…`. The server serves it: a page may not load images of the shop itself. */
export const imageIn = (shop: Shop, kind: string, item: string, field: string) =>
  `/api/shops/${shop.id}/images?${new URLSearchParams({ kind, item, image: field.slice("alt:".length) })}`;

/** How a field is written; as HTML if the shop system does not say. */
export const formatOf = (shop: Shop, kind: string, field: string) =>
  isAlt(field) ? "line" : (fieldOf(shop, kind, field)?.format ?? "html");

const FACTS = ["sku", "ean", "price", "brand", "category"];
const KINDS = ["product", "category", "producer", "article"];

/** The names of kinds, fields, facts and languages, in the language of the screen. */
export function useNames(shop: Shop) {
  const { t, language } = useTexts("shops");
  return {
    kindName: (kind: string) => (KINDS.includes(kind) ? t(`shops.kind.${kind}`) : kind),
    fieldName: (kind: string, field: string) =>
      isAlt(field) ? t("shops.field.alt") : (fieldOf(shop, kind, field)?.name ?? field),
    factName: (name: string) => (FACTS.includes(name) ? t(`shops.fact.${name}`) : name),
    languageName: (tag: string) => {
      try {
        return new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
  };
}
