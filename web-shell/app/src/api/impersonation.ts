import { api, unwrap, withId } from "./client";
import { setTokenAside, takeTokenBack } from "./frame";
import { inSilence } from "./live";

/** Starts acting as a user. The caller must load a new document afterwards. */
export async function beginImpersonation(id: string) {
  setTokenAside();
  try {
    await inSilence(() => unwrap(api.POST("/api/admin/users/{id}/impersonate", withId(id))));
  } catch (problem) {
    takeTokenBack();
    throw problem;
  }
  // Stored form input belongs to the administrator.
  sessionStorage.clear();
}

/** Stops acting as a user; returns whether the administrator's session is restored. Then load a new document. */
export async function endImpersonation(): Promise<boolean> {
  const { signed_in } = await inSilence(() => unwrap(api.POST("/api/impersonation/end")));
  sessionStorage.clear();
  return takeTokenBack() || signed_in;
}
