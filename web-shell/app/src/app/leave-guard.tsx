import { type Loss, losesEdits, onLoss } from "@sitewright/sdk/shell";
import { lazy, Suspense, useEffect, useState } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { text } from "../i18n/i18n";
import { findPage } from "../paths";
import { fetchLater } from "../ui/idle";
import { notify } from "../ui/notify";

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
  const [asked, setAsked] = useState<{ loss: Loss; go: () => void } | null>(null);

  useEffect(() => fetchLater(load), []);
  useEffect(
    () =>
      onLoss({
        ask: (loss, go) => setAsked({ loss, go }),
        tell: (name) => notify.error(text(`shell.${name}.elsewhere`)),
      }),
    [],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // A reload is like a change of language on the same page: stored edits are restored.
      if (losesEdits(true)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  const answer = (go?: () => void) => () => {
    setAsked(null);
    go?.();
  };
  if (blocker.state !== "blocked" && !asked) return null;
  return (
    <Suspense>
      {asked ? (
        <LeaveDialog loss={asked.loss} onGo={answer(asked.go)} onStay={answer()} />
      ) : (
        <LeaveDialog loss="leave" onGo={() => blocker.proceed?.()} onStay={() => blocker.reset?.()} />
      )}
    </Suspense>
  );
}
