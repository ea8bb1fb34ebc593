import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { loadUser } from "../api/session";
import { currentLanguage, switchLanguage, textsReady } from "../i18n/i18n";
import { chosenLanguage } from "../i18n/language";
import { siteLanguage } from "../i18n/sites";
import {
  type Access,
  isBehindSignIn,
  languageOfPath,
  type PageName,
  pageAt,
  pathTo,
  translatePath,
  withoutSlash,
} from "../paths";

/** Decides on a navigation before its page is shown: a response redirects, null allows it. */
export type Guard = (details: LoaderFunctionArgs) => Promise<Response | null>;

/** Redirects an address with a trailing slash to the one without. */
export function dropSlash({ request }: Pick<LoaderFunctionArgs, "request">): Response | null {
  const { pathname, search } = new URL(request.url);
  return pathname !== "/" && pathname.endsWith("/") ? redirect(withoutSlash(pathname) + search) : null;
}

/**
 * A public Polish address is shown in Polish. Documents and scripts use the English address, so a user who
 * selected Polish is redirected to its Polish form and keeps the language. Behind the sign-in users keep their
 * language at any address, since they send each other links. If each language has its own site, the site determines
 * the language.
 */
export async function followPathLanguage({ request }: LoaderFunctionArgs) {
  await textsReady;
  const url = new URL(request.url);
  const written = languageOfPath(url.pathname);
  if (!written || written === currentLanguage()) return null;
  if (siteLanguage()) return redirect(translatePath(url.pathname, currentLanguage()) + url.search);
  if (written === "pl" && !isBehindSignIn(url.pathname)) {
    await switchLanguage("pl");
    return null;
  }
  const chosen = chosenLanguage() ?? currentLanguage();
  return redirect(translatePath(url.pathname, chosen) + url.search);
}

const go = (page: PageName) => redirect(pathTo(page, currentLanguage()));

/** Requires a sign-in: a guest goes to the sign-in page and returns afterwards. */
export const requireUser: Guard = async ({ request }) => {
  if (await loadUser()) return null;
  const url = new URL(request.url);
  return redirect(
    `${pathTo("login", currentLanguage())}?next=${encodeURIComponent(url.pathname + url.search)}`,
  );
};

/** Whether this is the link of a requested mail; its page is open to all. */
function isMailedLink({ request }: LoaderFunctionArgs): boolean {
  const { pathname, searchParams } = new URL(request.url);
  return pageAt(pathname) === "resetPassword" && searchParams.has("token");
}

/** Pages for guests: a signed-in user goes to the dashboard. */
export const requireGuest: Guard = async (details) =>
  !isMailedLink(details) && (await loadUser()) ? go("dashboard") : null;

/** A user with a verified address is redirected from the page that asks for it. */
export const leaveVerified: Guard = async () =>
  (await loadUser())?.email_verified_at ? go("dashboard") : null;

/** A user without a verified address is redirected to the verification. */
const requireVerified: Guard = async () => {
  const verification = pageAt("/verify-email");
  const user = await loadUser();
  return verification && user && !user.email_verified_at ? go(verification) : null;
};

/** For all others, the pages of administrators do not exist. */
const requireAdmin: Guard = async () => {
  const role = (await loadUser())?.role;
  if (role === "admin" || role === "super-admin") return null;
  throw data(null, { status: 404 });
};

const GUARDS: Record<string, Guard> = {
  auth: requireUser,
  checkIfLoggedIn: requireGuest,
  verifyEmail: requireVerified,
  admin: requireAdmin,
};

const GUARDS_OF: Record<Access, string[]> = {
  public: [],
  guest: ["checkIfLoggedIn"],
  "signed-in": ["auth"],
  user: ["auth", "verifyEmail"],
  admin: ["auth", "verifyEmail", "admin"],
};

/** Runs the named guards in order; the first redirect wins. */
export async function runGuards(names: string[], details: LoaderFunctionArgs): Promise<Response | null> {
  for (const name of names) {
    const guard = GUARDS[name];
    if (!guard) throw data("Unknown middleware", { status: 500 });
    const elsewhere = await guard(details);
    if (elsewhere) return elsewhere;
  }
  return null;
}

/** Runs the guards of a page's access level. */
export const guard = (access: Access, details: LoaderFunctionArgs) => runGuards(GUARDS_OF[access], details);
