import { ApiProblem, type User } from "@sitewright/sdk/shell";
import { hashKey, useSuspenseQuery } from "@tanstack/react-query";
import { use } from "react";
import { currentLanguage, switchLanguage } from "../i18n/i18n";
import { isLanguage, wasChosenHere } from "../i18n/language";
import { siteLanguage } from "../i18n/sites";
import { api, queryClient, quietly, unwrap, useApi } from "./client";
import { forgetToken, isFramed } from "./frame";
import { announceUser } from "./other-windows";

/** Whether the server sent the page to a guest; true only once, since this may change. */
function cameAsGuest(): boolean {
  const { dataset } = document.documentElement;
  const guest = dataset.visitor === "guest" && !isFramed();
  delete dataset.visitor;
  return guest;
}

async function fetchUser(): Promise<User | null> {
  if (cameAsGuest()) return null;
  try {
    return await unwrap(api.GET("/api/user", { headers: quietly }));
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    throw problem;
  }
}

export const userQuery = {
  queryKey: ["/api/user"] as const,
  queryFn: fetchUser,
  staleTime: 60_000,
  throwOnError: false,
};

/** The sign-in methods of this server; undefined while they load. */
export const useWaysIn = () =>
  useApi("/api/ways-in", {}, { staleTime: Number.POSITIVE_INFINITY, throwOnError: false }).data;

/** Whether registration is open; true while this is unknown. */
export const useRegistrationOpen = () => useWaysIn()?.registration !== false;

/** The signed-in user; null for a guest. */
export const loadUser = () => queryClient.ensureQueryData(userQuery);

const pending = new Promise<never>(() => {});

/**
 * The signed-in user. Only for pages behind the sign-in. If the session ends while such a page is drawn, the
 * page stays empty until the router leaves it.
 */
export function useUser(): User {
  const { data } = useSuspenseQuery(userQuery);
  return data ?? use(pending);
}

/**
 * The language selected in this browser is kept and saved for the user; if none was selected, the
 * language saved for the user applies.
 */
async function settleLanguage(user: User) {
  const shown = currentLanguage();
  if (user.language === shown || siteLanguage()) return;
  if (wasChosenHere()) await api.PATCH("/api/user", { body: { language: shown }, headers: quietly });
  else if (isLanguage(user.language)) await switchLanguage(user.language);
}

/** Starts the session of a user; clears the cache of another user first. */
export async function beginSession(user: User) {
  await settleLanguage(user);
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, user);
}

/** Announces every user, and every guest, that this window learns of. */
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== "updated" || query.queryHash !== hashKey(userQuery.queryKey) || isFramed()) return;
  const user: User | null | undefined = query.state.data;
  if (user !== undefined) announceUser(user?.id ?? null);
});

/** Id of the user that this window shows, if any. */
export const shownUser = () => queryClient.getQueryData<User | null>(userQuery.queryKey)?.id;

/** Reloads the signed-in user. */
export const refetchUser = () => queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => null);

/**
 * Cleanup after the server no longer knows the user: a top-level window ends the session, while the page around
 * a frame may still bring a token.
 */
export async function leaveSession(endsSession: boolean) {
  await refetchUser();
  if (!endsSession || isFramed()) return;
  await api.POST("/logout", { headers: quietly }).catch(() => null);
  endSession();
}

/** Ends the session, in the browser and at the server. */
export async function signOut() {
  await api.POST("/logout");
  endSession();
}

/** Drops the user and everything that was loaded for them. */
export function endSession() {
  forgetToken();
  // Mounted components are notified only through the query that they observe, so that query stays.
  queryClient.setQueryData(userQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
  sessionStorage.clear();
}
