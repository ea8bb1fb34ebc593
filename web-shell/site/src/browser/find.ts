// The search of the docs: a box with a list. Its index and the library load when the reader turns to it.
import { glued } from "@sitewright/ui/typography";
import { fold } from "../../../app/src/ui/fold";
import { type Searchable, searchIn } from "./search";

const MOST = 8;
const EXCERPT_CHARS = 110;

function excerpt(text: string, query: string): string {
  const place = Math.max(0, fold(text).indexOf(fold(query).split(/\s+/)[0] ?? "") - 30);
  const start = place === 0 ? 0 : text.indexOf(" ", place) + 1;
  const end =
    start + EXCERPT_CHARS < text.length ? text.lastIndexOf(" ", start + EXCERPT_CHARS) : text.length;
  return `${start > 0 ? "… " : ""}${text.slice(start, end).trim()}${end < text.length ? " …" : ""}`;
}

/** A text as the page shows it. The server did not set its spaces. */
const shown = (text: string) => glued(text, document.documentElement.lang);

/** Turns the box into a search; returns after the index has loaded. */
export async function openSearch(form: HTMLFormElement) {
  const input = form.querySelector<HTMLInputElement>("input");
  const list = form.querySelector<HTMLElement>("[role=listbox]");
  if (!input || !list) return;
  const response = await fetch(form.dataset.index ?? "");
  const sections: Searchable[] = await response.json();
  const find = searchIn(sections);
  const start = form.dataset.start ?? "";
  let chosen = 0;

  const nothing = form.querySelector<HTMLElement>("[role=status]");
  const links = () => [...list.querySelectorAll<HTMLAnchorElement>("a")];
  const mark = (place: number) => {
    const all = links();
    chosen = (place + all.length) % Math.max(all.length, 1);
    for (const [at, link] of all.entries()) link.ariaSelected = String(at === chosen);
    input.setAttribute("aria-activedescendant", all[chosen]?.id ?? "");
  };
  const hide = () => {
    list.hidden = true;
    if (nothing) nothing.textContent = "";
    input.ariaExpanded = "false";
    input.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    hide();
    const query = input.value.trim();
    if (!query) return;
    const found = find(query).slice(0, MOST);
    const entries = found.map(({ id, title, page, text }, place) => {
      const link = document.createElement("a");
      link.id = `found-${place}`;
      link.role = "option";
      link.tabIndex = -1;
      link.href = `${start}/${id}`;
      const strong = document.createElement("strong");
      strong.textContent = shown(title);
      const about = document.createElement("span");
      about.textContent = shown(title === page ? excerpt(text, query) : `${page} · ${excerpt(text, query)}`);
      link.append(strong, about);
      return link;
    });
    list.replaceChildren(...entries);
    if (found.length) {
      list.hidden = false;
      input.ariaExpanded = "true";
      mark(0);
    } else if (nothing) nothing.textContent = nothing.dataset.none ?? "";
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !list.hidden) {
      event.preventDefault();
      mark(chosen + step);
    }
    if (event.key === "Escape") hide();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!list.hidden) links()[chosen]?.click();
  });
  document.addEventListener("click", ({ target }) => {
    if (target !== input) hide();
  });
  show();
}
