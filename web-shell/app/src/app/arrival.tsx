import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { findPage } from "../paths";

/** A heading that comes later than this, with the data of its page, does not get the focus. */
const LATEST_MS = 3_000;

const content = () => document.getElementById("content") ?? document.querySelector("main");

/** Focuses the heading of the page, without a scroll; whether it has one. */
function focusHeading(): boolean {
  const heading = content()?.querySelector<HTMLElement>("h1");
  if (!heading) return false;
  if (heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Whether the user, or the page itself, has chosen a place in the content or in a dialog. */
function isPlaced(): boolean {
  const { activeElement } = document;
  const isIn = (place: Element | null | undefined) => Boolean(place?.contains(activeElement));
  return (
    (activeElement !== content() && isIn(content())) || isIn(document.querySelector("[aria-modal=true]"))
  );
}

/** Moves the focus to the heading of a page, at the latest when it appears; returns how to stop waiting for it. */
function arrive(): (() => void) | undefined {
  if (isPlaced() || focusHeading()) return;
  content()?.focus({ preventScroll: true });
  const watch = new MutationObserver(() => {
    if (isPlaced() || focusHeading()) watch.disconnect();
  });
  const place = content();
  if (place) watch.observe(place, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), LATEST_MS);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}

/** Which page an address is, in any language. */
function identityOf(pathname: string): string {
  const found = findPage(pathname);
  return found ? JSON.stringify([found.page, found.params]) : pathname;
}

/** After a change of the page, moves the focus to its heading and announces its title. */
export function Arrival() {
  const page = identityOf(useLocation().pathname);
  const [title, setTitle] = useState("");
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const stop = arrive();
    // React writes the title of the window with the page.
    const timer = setTimeout(() => setTitle(document.title), 150);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [page]);
  return <VisuallyHidden role="status">{title}</VisuallyHidden>;
}
