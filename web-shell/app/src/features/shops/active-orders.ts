import { useApi } from "../../api/client";
import { useHeard } from "../../api/live";
import { type Order, type Shop, useOrders } from "./shops";

const POLL_MS = 5_000;
/** The newest jobs, among which those that run are looked for. */
const JOBS = 50;

/** The orders of a shop whose texts are being written. */
export function useActiveOrders(shop: Shop): Order[] {
  const orders = useOrders(shop.id).data?.data ?? [];
  const jobs = useApi(
    "/api/bulk",
    { query: { page: 1, per_page: JOBS } },
    { throwOnError: false, enabled: orders.length > 0, ...useHeard(POLL_MS) },
  ).data?.data;
  const active = jobs
    ?.filter(({ status }) => status === "running" || status === "paused")
    .map(({ id }) => id);
  return orders.filter(({ bulk_id }) => active?.includes(bulk_id));
}
