/** The last user who signed in in this browser. All its windows share one session. */
const KEY = "sitewright.signed-in";

/** Notifies the other windows of this browser of the signed-in user. */
export const announceUser = (user: string) => localStorage.setItem(KEY, user);

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
