import { useEffect, useState } from "react";

/** The last focused element. A button loses the focus while it waits for a response, and then its dialog opens. */
let last: Element | null = null;
document.addEventListener("focusin", ({ target }) => {
  last = target instanceof Element ? target : null;
});

/** The focused element; for an entry of a menu, which closes, the button of the menu. */
function focused(): HTMLElement | null {
  const active = document.activeElement === document.body ? last : document.activeElement;
  const menu = active?.closest("[role=menu]");
  const owner = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  const found = owner ?? active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/**
 * After its dialog is removed, returns the focus to the previous element, or to the page's content if that is removed.
 * Mantine does that for dialogs that stay mounted; these are unmounted.
 */
export function useFocusBack() {
  const [before] = useState(focused);
  useEffect(
    () => () => {
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body) return;
      const next = before?.isConnected ? before : document.getElementById("content");
      next?.focus({ preventScroll: true });
    },
    [before],
  );
}

/** When an entry of a list is removed and had the focus, gives it to the element with this id. */
export function useFocusAfter(id: string) {
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById(id)?.focus({ preventScroll: true });
    },
    [id],
  );
}
