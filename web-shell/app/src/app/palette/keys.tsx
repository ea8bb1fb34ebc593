import { lazy, Suspense, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { currentLanguage, loadTexts } from "../../i18n/i18n";
import { pathTo } from "../../paths";
import { mayPrefetch } from "../prefetch";
import { areOn, goTo } from "./shortcuts";
import { isPaletteShown, noteTyped, show, useShown } from "./shown";

const palette = () => Promise.all([import("./palette"), loadTexts("palette", "tools")]);
const sheet = () => Promise.all([import("./key-sheet"), loadTexts("palette")]);
const Palette = lazy(() => palette().then(([module]) => module));
const KeySheet = lazy(() => sheet().then(([module]) => module));

/** How long the letter after "g" may take. */
const SECOND_KEY_MS = 1_500;
/** The first page has priority over what may be opened on it. */
const PREFETCH_MS = 4_000;

/** Fetches the palette before it is opened. */
export const prefetchPalette = () => void palette().catch(() => {});

/** Whether the key is text for a field, or belongs to a dialog or a menu. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return true;
  const field = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
  return target.closest(`${field}, [role=menu], [role=listbox], [role=dialog]`) !== null;
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** Focuses the search of the page; whether it has one. */
function focusSearch(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>("#content input[type=search]");
  const search = [...inputs].find((input) => input.checkVisibility());
  search?.focus();
  search?.select();
  return search !== undefined;
}

/** Listens to the keys of the shell and shows what they open. */
export default function Keys() {
  const shown = useShown();
  const navigate = useNavigate();
  const goingUntil = useRef(0);

  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const isGoing = event.timeStamp < goingUntil.current;
      goingUntil.current = 0;
      if (!isGoing || hasModifier(event) || isTaken(event)) return;
      const page = goTo().find(([letter]) => letter === event.key.toLowerCase())?.[1];
      if (!page) return;
      // The letter may have a meaning of its own on the page.
      event.preventDefault();
      event.stopImmediatePropagation();
      navigate(pathTo(page, currentLanguage()));
    };
    const single: Record<string, () => boolean> = {
      "?": () => openOnly("keys"),
      "/": focusSearch,
      n: () => openOnly("write"),
    };
    const press = (event: KeyboardEvent) => {
      // The palette still loads: its search begins with these letters.
      if (isPaletteShown() && event.key.length === 1 && !hasModifier(event)) {
        if (document.activeElement?.closest(".palette")) return;
        event.preventDefault();
        return noteTyped(event.key);
      }
      const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (isPalette && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        return show("palette");
      }
      if (event.repeat || hasModifier(event) || isTaken(event) || !areOn()) return;
      if (event.key === "g") goingUntil.current = event.timeStamp + SECOND_KEY_MS;
      else if (single[event.key]?.()) event.preventDefault();
    };
    // The letter after "g" comes before the handlers of the page, the others after them.
    addEventListener("keydown", go, true);
    addEventListener("keydown", press);
    // For tests, and for extensions that press keys.
    document.documentElement.dataset.keys = "ready";
    return () => {
      delete document.documentElement.dataset.keys;
      removeEventListener("keydown", go, true);
      removeEventListener("keydown", press);
    };
  }, [navigate]);

  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    const timer = mayPrefetch(connection) ? setTimeout(prefetchPalette, PREFETCH_MS) : undefined;
    return () => {
      clearTimeout(timer);
      show(null);
    };
  }, []);

  return (
    <Suspense>
      {(shown === "palette" || shown === "write") && <Palette key={shown} isForTools={shown === "write"} />}
      {shown === "keys" && <KeySheet />}
    </Suspense>
  );
}

function openOnly(what: "keys" | "write"): boolean {
  show(what);
  return true;
}
