import { type LoaderFunctionArgs, redirect } from "react-router";
import { loadUser } from "../api/session";
import { currentLanguage, switchLanguage, textsReady } from "../i18n/i18n";
import { chosenLanguage } from "../i18n/language";
import { languageOfPath, pathTo, translatePath } from "../paths";

/**
 * A Polish address shows Polish. An English one is the address every document and script uses, so a
 * person who chose Polish is taken to its Polish form instead of losing their language.
 */
export async function followPathLanguage({ request }: LoaderFunctionArgs) {
  await textsReady;
  const url = new URL(request.url);
  const written = languageOfPath(url.pathname);
  if (!written || written === currentLanguage()) return null;
  if (written === "pl") {
    await switchLanguage("pl");
    return null;
  }
  const chosen = chosenLanguage() ?? currentLanguage();
  return redirect(translatePath(url.pathname, chosen) + url.search);
}

/** Behind the sign-in: a guest goes to the sign-in page and comes back afterwards. */
export async function requireUser({ request }: LoaderFunctionArgs) {
  if (await loadUser()) return null;
  const url = new URL(request.url);
  return redirect(
    `${pathTo("login", currentLanguage())}?next=${encodeURIComponent(url.pathname + url.search)}`,
  );
}

/** Pages for guests: whoever is signed in goes to the dashboard. */
export async function requireGuest() {
  return (await loadUser()) ? redirect(pathTo("dashboard", currentLanguage())) : null;
}
