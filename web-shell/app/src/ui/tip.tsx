import type { TooltipProps } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";

const TipShown = lazy(() => import("./tip-shown"));

const DELAY_MS = 300;

type Props = Pick<TooltipProps, "label" | "position"> & { disabled?: boolean; children: ReactNode };

/** A short label beside an element while the pointer rests on it. Its code loads with the first one. */
export function Tip({ label, position, disabled = false, children }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const hide = () => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={box}
      style={{ display: "contents" }}
      onPointerEnter={({ pointerType }) => {
        if (disabled || pointerType === "touch") return;
        const show = () => setTarget(box.current?.firstElementChild as HTMLElement | null);
        timer.current = window.setTimeout(show, DELAY_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
    >
      {children}
      {target && !disabled && (
        <Suspense>
          <TipShown target={target} label={label} {...(position && { position })} />
        </Suspense>
      )}
    </span>
  );
}
