/** Who signed in last in this browser. All its windows share one session, so they learn of it. */
const KEY = "sitewright.signed-in";

/** Tells the other windows of this browser who is signed in now. */
export const tellWho = (user: string) => localStorage.setItem(KEY, user);

/**
 * Calls `onOther` once another window signs in another user than this one shows: what is done here from then on
 * would be done in that person's name.
 */
export function watchOtherWindows(shown: () => string | undefined, onOther: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    const here = shown();
    if (key === KEY && newValue && here && newValue !== here) onOther();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
