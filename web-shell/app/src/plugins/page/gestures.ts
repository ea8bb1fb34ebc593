/** The number of runs that gestures on the page may start without a question, per time window. */
const MOST = 6;
const WITHIN_MS = 60_000;

/** Whether there is a recent user gesture, in this window or in a frame of it. */
export const hasGesture = () => navigator.userActivation?.isActive ?? false;

/** Whether a run may start without a question: only after a gesture, and up to a limit. */
export function runsUnasked(now: () => number = Date.now, gesture: () => boolean = hasGesture) {
  let started: number[] = [];
  return () => {
    const at = now();
    started = started.filter((before) => at - before < WITHIN_MS);
    if (!gesture() || started.length >= MOST) return false;
    started.push(at);
    return true;
  };
}
