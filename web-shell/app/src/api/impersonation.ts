import { api, unwrap } from "./client";
import { setTokenAside, takeTokenBack } from "./frame";
import { inSilence } from "./live";

/** Takes somebody's place. Afterwards a new document is to be loaded. */
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

/** Leaves somebody's place; whether the own session is back. Afterwards a new document is to be loaded. */
export async function endImpersonation(): Promise<boolean> {
  const { signed_in } = await inSilence(() => unwrap(api.POST("/api/impersonation/end")));
  sessionStorage.clear();
  return takeTokenBack() || signed_in;
}
