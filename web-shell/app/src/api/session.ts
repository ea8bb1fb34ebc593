import { ApiProblem, type User } from "@sitewright/sdk/shell";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "./client";
import { queryClient } from "./query";

async function fetchUser(): Promise<User | null> {
  try {
    return await unwrap(api.GET("/api/user", { headers: quietly }));
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    throw problem;
  }
}

export const userQuery = { queryKey: ["user"], queryFn: fetchUser, staleTime: 60_000 };

/** Who is signed in; null for a guest. */
export const loadUser = () => queryClient.ensureQueryData(userQuery);

/** The person behind the screen. Only for pages behind the sign-in. */
export function useUser(): User {
  const { data } = useSuspenseQuery(userQuery);
  if (!data) throw new ApiProblem(401, {}, null);
  return data;
}

/** Remembers who signed in; everything cached for somebody else goes first. */
export function beginSession(user: User) {
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, user);
}

/** Forgets the person and everything that was loaded for them. */
export function endSession() {
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, null);
  sessionStorage.clear();
}
