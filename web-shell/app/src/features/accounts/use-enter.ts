import type { User } from "@sitewright/sdk/shell";
import { useNavigate, useSearchParams } from "react-router";
import { beginSession } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import type { PageName } from "../../paths";
import { notify } from "../../ui/notify";
import { nextPath, withNext } from "./next-path";

/** Continues after a sign-in: to the requested page, or to this one. It waits until the address is verified. */
export function useEnter(page: PageName = "dashboard") {
  const navigate = useNavigate();
  const { href } = useTexts();
  const [search] = useSearchParams();
  return async (user: User) => {
    await beginSession(user);
    notify.clear();
    const next = nextPath(search, "");
    const waits = next && !user.email_verified_at;
    const target = waits ? withNext(href("verifyEmail"), search) : next || href(page);
    navigate(target, { replace: true });
  };
}
