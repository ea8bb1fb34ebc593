import { lazy, Suspense } from "react";
import { Loading } from "../../ui/page";
import type { Inspected } from "./proposal-inspector";

const Loaded = lazy(() => import("./proposal-inspector"));

/** The inspector of a proposal. Its parts are loaded after the list, which can be read without them. */
export const ProposalInspector = (of: Inspected) => (
  <Suspense fallback={<Loading h={260} radius="lg" />}>
    <Loaded {...of} />
  </Suspense>
);
