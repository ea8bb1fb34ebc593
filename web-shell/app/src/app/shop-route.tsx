import { forgetJob, StartJob } from "../features/bulk/ordered-job";
import { TextsPage } from "../features/shops/texts-page";
import { ShopJobs } from "./shop-jobs";

/** The texts of a shop are written by bulk jobs, which belong to another feature. */
export default function ShopRoute() {
  return (
    <TextsPage
      jobs={(shop) => <ShopJobs shop={shop} />}
      start={({ bulk_id }, on) => <StartJob id={bulk_id} {...on} />}
      forget={forgetJob}
    />
  );
}
