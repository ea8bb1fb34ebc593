import type { KeyboardEvent } from "react";

const NEXT = ["ArrowRight", "ArrowDown"];
const PREVIOUS = ["ArrowLeft", "ArrowUp"];
/** What takes the focus in a result: its heading and its variants. */
const PLACES = "[data-result]";

/** On the heading of a result or on a variant the arrows lead to the next one, and C copies. */
export function resultKeys(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(PLACES)) return;
  const places = [...currentTarget.querySelectorAll<HTMLElement>(PLACES)];
  const step = NEXT.includes(key) ? 1 : PREVIOUS.includes(key) ? -1 : 0;
  const next = places[places.indexOf(target) + step];
  if (step && next) {
    event.preventDefault();
    next.focus();
  }
  if (key.toLowerCase() === "c") {
    const around = target.matches("article") ? target : target.closest("[data-result-head]");
    around?.querySelector<HTMLElement>("[data-copy]")?.click();
  }
}
