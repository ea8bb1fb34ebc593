import { type KeyboardEvent, type RefObject, useRef } from "react";

const linksOf = (list: RefObject<HTMLElement | null>) => [
  ...(list.current?.querySelectorAll<HTMLElement>(".catalogue-link") ?? []),
];

/**
 * The keys of a search above its hits: Enter opens the first hit of what is typed, the arrows move between the search
 * and the hits.
 */
export function useHitKeys(isTyped: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key, nativeEvent } = event;
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = linksOf(list);
    const search = list.current?.querySelector<HTMLInputElement>("input[type=search]");
    const place = links.indexOf(target as HTMLElement);
    if (target !== search && place < 0) return;
    // The search is the place before the first hit.
    const next = key === "ArrowDown" ? links[place + 1] : place === 0 ? search : links[place - 1];
    if (key === "Enter" && target === search && isTyped) links[0]?.click();
    else if ((key === "ArrowDown" || key === "ArrowUp") && next) next.focus();
    else return;
    event.preventDefault();
  };
  return { ref: list, onKeyDown };
}
