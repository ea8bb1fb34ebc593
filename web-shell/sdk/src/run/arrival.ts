import { createContext, type RefObject, useCallback, useContext, useEffect, useMemo, useRef } from "react";

/** Scrolls to an element that is above the screen or in its lower half. */
export function reveal(element: HTMLElement | null) {
  const top = element?.getBoundingClientRect().top ?? 0;
  if (top >= 0 && top <= window.innerHeight / 2) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block: "start", behavior: isCalm ? "auto" : "smooth" });
}

const ArrivalContext = createContext<((heading: HTMLElement) => void) | null>(null);
export const ArrivalProvider = ArrivalContext.Provider;

/**
 * Moves the focus to a requested result. `expect` is called with the request; `arrived` scrolls and moves the focus
 * to the heading once it is drawn. If the user does something else meanwhile, the focus stays: typing calls `forget`.
 */
export function useArrival(output: RefObject<HTMLElement | null>) {
  const origin = useRef<{ element: Element | null } | null>(null);
  const expect = useCallback(() => {
    origin.current = { element: document.activeElement };
  }, []);
  const forget = useCallback(() => {
    origin.current = null;
  }, []);
  const arrived = useCallback(
    (heading: HTMLElement) => {
      const asked = origin.current;
      origin.current = null;
      const focused = document.activeElement;
      const isIdle =
        focused === document.body || focused === asked?.element || output.current?.contains(focused);
      if (!asked || !isIdle) return;
      heading.focus({ preventScroll: true });
      reveal(heading);
    },
    [output],
  );
  return useMemo(() => ({ expect, forget, arrived }), [expect, forget, arrived]);
}

/** The heading of a result that may be awaited; `result` changes with each of them. */
export function useArrivedHeading(result: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useContext(ArrivalContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result.
  useEffect(() => {
    if (heading.current) arrived?.(heading.current);
  }, [arrived, result]);
  return heading;
}
