import { useNavigate } from "react-router";
import { api } from "../api/client";
import { endSession } from "../api/session";
import { useTexts } from "../i18n/use-texts";

/** Ends the session and leaves the pages behind the sign-in. */
export function useSignOut() {
  const navigate = useNavigate();
  const { href } = useTexts();
  return async () => {
    const { response } = await api.POST("/logout");
    if (!response.ok) return;
    // Leave the pages behind the sign-in first: they would redirect to it.
    await navigate(href("home"), { replace: true });
    endSession();
  };
}
