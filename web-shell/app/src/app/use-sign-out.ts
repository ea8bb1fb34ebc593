import { api } from "../api/client";
import { endSession } from "../api/session";
import { useTexts } from "../i18n/use-texts";

/** Ends the session and leaves the pages behind the sign-in. */
export function useSignOut() {
  const { href } = useTexts();
  return async () => {
    const { response } = await api.POST("/logout");
    if (!response.ok) return;
    // The home page is another document, which must not find the user.
    endSession();
    location.replace(href("home"));
  };
}
