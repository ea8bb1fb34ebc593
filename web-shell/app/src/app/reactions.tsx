import { lazy, Suspense, useEffect, useState } from "react";
import { onReaction } from "../api/client";
import { watchOtherWindows } from "../api/other-windows";
import { leaveSession, shownUser } from "../api/session";
import { currentLanguage, text } from "../i18n/i18n";
import { pathTo, withoutSlash } from "../paths";
import { notify } from "../ui/notify";
import { router } from "./routes";
import { reportUnseen } from "./unseen";

const LimitDialog = lazy(() => import("./limit-dialog"));

let leaving = false;

/** Parallel calls can fail alike: only the first leads to the sign-in. */
async function toSignIn(endsSession: boolean) {
  if (leaving) return;
  leaving = true;
  try {
    const { pathname, search } = router.state.location;
    await leaveSession(endsSession);
    const login = pathTo("login", currentLanguage());
    if (withoutSlash(pathname) === login) return;
    await router.navigate(`${login}?next=${encodeURIComponent(pathname + search)}`);
  } finally {
    leaving = false;
  }
}

/** Shows the reaction to a response: snackbars, the redirect to the sign-in, the limit dialog. */
export function Reactions() {
  const [limit, setLimit] = useState<string | null>(null);

  useEffect(() => {
    onReaction((reaction) => {
      if (reaction.do === "report") notify.error(reaction.text ?? text(reaction.fallback));
      if (reaction.do === "report-unseen") reportUnseen(reaction.texts, notify.error);
      if (reaction.do === "sign-in") void toSignIn(reaction.endsSession);
      if (reaction.do === "offer-plans") setLimit(reaction.text);
    });
  }, []);

  useEffect(() => {
    let { pathname } = router.state.location;
    return router.subscribe(({ location }) => {
      if (location.pathname !== pathname) notify.clearErrors();
      pathname = location.pathname;
    });
  }, []);

  useEffect(() => watchOtherWindows(shownUser, () => location.reload()), []);

  if (limit === null) return null;
  return (
    <Suspense>
      <LimitDialog html={limit} onClose={() => setLimit(null)} />
    </Suspense>
  );
}
