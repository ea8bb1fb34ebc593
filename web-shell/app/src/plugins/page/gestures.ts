/** Runs that may be started within the time by what the person does on the page, without a question. */
const MOST = 6;
const WITHIN_MS = 60_000;

/** Whether the person has just done something, in this window or in a frame of it. */
export const hasGesture = () => navigator.userActivation?.isActive ?? false;

/** Whether a run may start without asking: one that a gesture led to, and not too many of them. */
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
