import { ApprovalPage } from "../features/shops/approval-page";
import { ShopJobs } from "./shop-jobs";

/** New proposals arrive while bulk jobs run, which belong to another feature. */
export default function ShopApprovalRoute() {
  return <ApprovalPage jobs={(shop) => <ShopJobs shop={shop} />} />;
}
