const GUARD_MS = 60_000;
const KEY = "sitewright.reloaded";

/**
 * Reloads the page, at most once in 60 seconds: a new version may have replaced the requested chunk. Not while offline:
 * the browser would replace the application with its own error page.
 */
export function reloadOnce(now = Date.now()): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (now - last < GUARD_MS) return false;
  sessionStorage.setItem(KEY, String(now));
  location.reload();
  return true;
}

/** Vite reports every chunk that could not be loaded. */
export function watchChunkFailures() {
  addEventListener("vite:preloadError", (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
