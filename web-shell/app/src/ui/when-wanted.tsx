import { useDisclosure } from "@mantine/hooks";
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { fetchLater } from "./idle";

export type Opening = {
  /** Whether it opens by itself: the light button was clicked. */
  startsOpen: boolean;
};

type Light = { onClick: () => void; "aria-expanded": false };

/** The class of a light button beside those that a popover gives it. */
export const classes = (own: string, { className = "" }: { className?: string | undefined }) =>
  className ? `${own} ${className}` : own;

/** Whether the whole part is open. It opens after it was drawn, so that it can return the focus. */
export function useOpening(startsOpen: boolean) {
  const [opened, { open, close, toggle, set }] = useDisclosure(false);
  useEffect(() => {
    if (startsOpen) open();
  }, [startsOpen, open]);
  return { opened, close, toggle, set };
}

/** The element that replaces a light button takes over its focus. */
function Successor({ hadFocus, children }: { hadFocus: () => HTMLElement | null; children: ReactNode }) {
  useLayoutEffect(() => hadFocus()?.querySelector<HTMLElement>("button")?.focus(), [hadFocus]);
  return children;
}

/**
 * Whether a pointer or a key is down on the light button, as a promise of its release. A browser fires no click for a
 * button that is removed meanwhile.
 */
function useHold() {
  const held = useRef(Promise.resolve());
  const hold = (releases: string[]) => {
    held.current = new Promise((resolve) => {
      const released = new AbortController();
      const end = () => {
        released.abort();
        // The click follows the release.
        setTimeout(resolve);
      };
      for (const release of releases) window.addEventListener(release, end, { signal: released.signal });
    });
  };
  return {
    released: () => held.current,
    onPointerDown: () => hold(["pointerup", "pointercancel"]),
    onKeyDown: () => hold(["keyup", "blur"]),
  };
}

/**
 * A button with a menu or a list, in two parts: the light button is part of the page, and the code of the rest loads
 * when the pointer or the focus reaches it. Both show the same button.
 */
export function whenWanted<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props & Opening> }>,
  Button: ComponentType<Props & Light>,
) {
  return function WhenWanted(props: Props) {
    const [Whole, setWhole] = useState<ComponentType<Props & Opening> | null>(null);
    const [isOpen, setOpen] = useState(false);
    const box = useRef<HTMLSpanElement>(null);
    const isFocused = useRef(false);
    const focused = useRef(() => (isFocused.current ? box.current : null));
    const { released, ...holding } = useHold();
    useEffect(() => fetchLater(load), []);
    // The light button stays until the rest is there: a placeholder would be another element, without the focus.
    const come = async () => {
      const { default: part } = await load();
      await released();
      setWhole(() => part);
    };
    // A part that did not load is requested again with the next event.
    const want = () => void (Whole || come().catch(() => {}));
    const open = () => {
      setOpen(true);
      want();
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only loads code; the button inside is the control.
      <span
        ref={box}
        style={{ display: "contents" }}
        onPointerEnter={want}
        onFocus={() => {
          isFocused.current = true;
          want();
        }}
        onBlur={({ target }) => {
          // A removed button has lost its focus to its successor.
          if (target.isConnected) isFocused.current = false;
        }}
        {...(Whole ? {} : holding)}
      >
        {Whole ? (
          <Successor hadFocus={focused.current}>
            <Whole {...props} startsOpen={isOpen} />
          </Successor>
        ) : (
          <Button {...props} aria-expanded={false} onClick={open} />
        )}
      </span>
    );
  };
}
