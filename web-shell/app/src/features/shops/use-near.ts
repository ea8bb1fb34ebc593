import { type RefObject, startTransition, useEffect, useRef, useState } from "react";

/** How far outside of the window content is drawn. */
const MARGIN = "1600px 0px";

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One observer for all rows; a row that came near stays drawn. */
function watch(element: Element, onNear: () => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: MARGIN },
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element has come near the window. What is drawn then waits for keys and scrolling. */
export function useNear<Of extends Element>(): [RefObject<Of | null>, boolean] {
  const ref = useRef<Of>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!isNear && ref.current) return watch(ref.current, () => startTransition(() => setNear(true)));
  }, [isNear]);
  return [ref, isNear];
}
