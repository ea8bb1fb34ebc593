import { api, unwrap } from "./client";
import { setTokenAside, takeTokenBack } from "./frame";
import { inSilence } from "./live";

/** Starts acting as a user. A new document must be loaded afterwards. */
export async function beginImpersonation(id: string) {
  setTokenAside();
  try {
    await inSilence(() =>
      unwrap(api.POST("/api/admin/users/{id}/impersonate", { params: { path: { id } } })),
    );
  } catch (problem) {
    takeTokenBack();
    throw problem;
  }
  // What forms kept belongs to the administrator.
  sessionStorage.clear();
}

/** Stops acting as a user; returns whether the own session is back. A new document must be loaded afterwards. */
export async function endImpersonation(): Promise<boolean> {
  const { signed_in } = await inSilence(() => unwrap(api.POST("/api/impersonation/end")));
  sessionStorage.clear();
  return takeTokenBack() || signed_in;
}
