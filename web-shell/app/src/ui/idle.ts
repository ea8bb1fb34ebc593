/** The page has priority; Safari has no idle callback. */
export const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window
    ? window.requestIdleCallback(work, { timeout: 2_000 })
    : setTimeout(work, 500);

const START_MS = 4_000;

/** Loads a part that may be needed later, such as a menu, after the start of the page. A failure repeats on use. */
export function fetchLater(load: () => Promise<unknown>) {
  const timer = setTimeout(() => whenIdle(() => load().catch(() => {})), START_MS);
  return () => clearTimeout(timer);
}
