import { losesEdits } from "@sitewright/sdk/shell";
import { lazy, Suspense, useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { findPage } from "../paths";
import { fetchLater } from "../ui/idle";

const load = () => import("./leave-dialog");
const LeaveDialog = lazy(load);

/** Whether both are the same page, possibly in different languages. */
function isSamePage(before: string, after: string): boolean {
  const [from, to] = [findPage(before), findPage(after)];
  return from?.page === to?.page && JSON.stringify(from?.params) === JSON.stringify(to?.params);
}

const shouldAsk: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  losesEdits(isSamePage(currentLocation.pathname, nextLocation.pathname));

/** Asks before a page with unsaved edits is left: by a dialog within the product, else by the browser's prompt. */
export function LeaveGuard() {
  const blocker = useBlocker(shouldAsk);

  useEffect(() => fetchLater(load), []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // A reload is like a change of language on the same page: stored edits are restored.
      if (losesEdits(true)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
      <LeaveDialog onGo={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  );
}
