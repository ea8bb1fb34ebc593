import { lazy, Suspense, useEffect, useState } from "react";
import { onReaction } from "../api/client";
import { endSession } from "../api/session";
import { currentLanguage, text } from "../i18n/i18n";
import { pathTo } from "../paths";
import { notify } from "../ui/notify";
import { router } from "./routes";

const LimitDialog = lazy(() => import("./limit-dialog"));

function leave() {
  const { pathname, search } = router.state.location;
  if (!pathname.startsWith("/app")) return;
  endSession();
  router.navigate(`${pathTo("login", currentLanguage())}?next=${encodeURIComponent(pathname + search)}`);
}

/** Shows what the API client decided about an answer: snackbars, the way to the sign-in, the limit dialog. */
export function Reactions() {
  const [limit, setLimit] = useState<string | null>(null);

  useEffect(() => {
    onReaction((reaction) => {
      if (reaction.do === "tell") notify.error(reaction.text ?? text(reaction.fallback));
      if (reaction.do === "sign-out") leave();
      if (reaction.do === "offer-plans") setLimit(reaction.text);
    });
  }, []);

  if (limit === null) return null;
  return (
    <Suspense>
      <LimitDialog text={limit} onClose={() => setLimit(null)} />
    </Suspense>
  );
}
