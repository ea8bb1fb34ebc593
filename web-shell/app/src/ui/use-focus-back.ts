import { useEffect, useState } from "react";

/** What had the focus last. A button that works on an answer loses it, and its dialog opens with the answer. */
let last: Element | null = null;
document.addEventListener("focusin", ({ target }) => {
  last = target instanceof Element ? target : null;
});

/** What has the focus; of an entry of a menu, which closes, the button that the menu belongs to. */
function focused(): HTMLElement | null {
  const active = document.activeElement === document.body ? last : document.activeElement;
  const menu = active?.closest("[role=menu]");
  const owner = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  const found = owner ?? active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/**
 * Once its dialog is gone, the focus goes back to where it was; where that is gone too, to the content of the page.
 * Mantine does so for dialogs that stay and are closed, ours come and go.
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
