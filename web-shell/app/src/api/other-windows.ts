/**
 * The user who is signed in in this browser. All its windows share one session, and pages of the site, which are the same for
 * everyone, show the way to the dashboard by it.
 */
const KEY = "sitewright.signed-in";

/** Notifies the other windows of this browser, and the site, of the signed-in user; null for a guest. */
export function announceUser(user: string | null) {
  try {
    if (user === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, user);
  } catch {
    // Storage may be blocked or full; then each window knows only its own user.
  }
}

/**
 * Calls `onOther` when another window signs in a different user than this one shows: actions here would then run
 * under that user's account.
 */
export function watchOtherWindows(shown: () => string | undefined, onOther: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    const here = shown();
    if (key === KEY && newValue && here && newValue !== here) onOther();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
