// The script of every page of the site. Pages work without it, except for what a browser keeps: cookies and colours.
import { answerCookies } from "@sitewright/ui/consent";
import { copyPlainSpaces } from "@sitewright/ui/typography";
import "../styles/site.css";
import { measure } from "./measure";
import { visit } from "./visit";

const root = document.documentElement;
const YEAR_SECONDS = 31_536_000;

const keep = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
};

function changeScheme() {
  const isDark = root.dataset.scheme
    ? root.dataset.scheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.scheme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("mantine-color-scheme-value", root.dataset.scheme);
  } catch {
    // Then the choice holds for this page.
  }
}

/** A text without the spaces at which no line may end. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** Copies a code block of the docs, or a field of a result, and says so on the button. */
async function copy(button: HTMLElement) {
  const done = button.dataset.copy ?? "";
  const source = button.closest("figure, .shown")?.querySelector<HTMLElement>("code, .shown-text");
  if (!source || button.textContent === done) return;
  try {
    await navigator.clipboard.writeText(source.dataset.text ?? plain(source.textContent ?? ""));
  } catch {
    // The browser does not let pages copy: the reader copies the selection.
    getSelection()?.selectAllChildren(source);
    return;
  }
  const before = [...button.childNodes];
  button.textContent = done;
  setTimeout(() => button.replaceChildren(...before), 2000);
}

/** What asked about cookies again; it gets the focus back. */
let asker: HTMLElement | null = null;

function askCookies(opener: HTMLElement) {
  asker = opener;
  delete root.dataset.consent;
  document.querySelector<HTMLElement>("[data-cookie-question] button")?.focus();
}

/** Closes the menus of the navigation in which an element is not. */
function closeMenus(except: EventTarget | null) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]"))
    if (!(except instanceof Node && menu.contains(except))) menu.open = false;
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const chosen = target?.closest<HTMLElement>("[data-consent]:not(html)");
  if (chosen) {
    answerCookies(chosen.dataset.consent === "1", root.dataset.tag ?? "");
    measure();
    asker?.focus();
  }
  const opener = target?.closest<HTMLElement>("[data-cookies]");
  if (opener) askCookies(opener);
  if (target?.closest("[data-scheme]:not(html)")) changeScheme();
  const copied = target?.closest<HTMLElement>("[data-copy]");
  if (copied) void copy(copied);
  const language = target?.closest<HTMLElement>("[data-language]")?.dataset.language;
  if (language) keep("locale", language);
  const way = target?.closest<HTMLAnchorElement>("a[data-to]");
  if (way?.dataset.to && root.dataset.user !== undefined) way.href = way.dataset.to;
  closeMenus(target);
});

document.addEventListener("focusin", ({ target }) => closeMenus(target));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector<HTMLDetailsElement>("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

copyPlainSpaces();

visit();
measure();

if (document.querySelector("form[data-try]")) void import("./try");

const search = document.querySelector<HTMLFormElement>("form[data-docs-search]");
search?.addEventListener("submit", (event) => event.preventDefault());
search?.addEventListener("focusin", () => import("./find").then(({ openSearch }) => openSearch(search)), {
  once: true,
});
