import { JobCard } from "../features/bulk/ordered-job";
import { useActiveOrders } from "../features/shops/active-orders";
import { type Shop, useNames } from "../features/shops/shops";

/** The bulk jobs that write texts of a shop now. */
export function ShopJobs({ shop }: { shop: Shop }) {
  const { languageName } = useNames(shop);
  return useActiveOrders(shop).map(({ bulk_id, tool_name, language }) => (
    <JobCard key={bulk_id} id={bulk_id} title={`${tool_name} · ${languageName(language)}`} />
  ));
}
