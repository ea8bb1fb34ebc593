import { useLayoutEffect, useRef } from "react";

/** Returns the focus to the button that opened an editor, once the editor is closed; before the next frame, so that it is never lost. */
export function useReturnedFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
