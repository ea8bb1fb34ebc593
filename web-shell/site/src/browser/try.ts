// Runs a tool without reloading: the server sends the whole page, and the section of the form replaces the current one.

const sectionOf = (root: ParentNode) => root.querySelector<HTMLElement>("#try");

async function run(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const section = sectionOf(document);
  if (!button || !section || section.ariaBusy === "true") return;
  const label = button.textContent;
  section.ariaBusy = "true";
  button.textContent = form.dataset.running ?? label;
  try {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const response = await fetch(form.action, { method: "POST", body });
    const next = sectionOf(new DOMParser().parseFromString(await response.text(), "text/html"));
    if (!next) throw new Error("a page without a form");
    const isOpen = form.querySelector<HTMLDetailsElement>(".field-more")?.open ?? false;
    section.replaceChildren(...next.childNodes);
    const fold = section.querySelector<HTMLDetailsElement>(".field-more");
    if (fold) fold.open = isOpen;
    const wrong = section.querySelector<HTMLElement>("[data-wrong=true] :is(input, textarea, select)");
    (wrong ?? section.querySelector<HTMLElement>(".result [tabindex]"))?.focus();
  } catch {
    // The browser sends the form itself and shows what is wrong.
    form.submit();
  } finally {
    section.ariaBusy = null;
    button.textContent = label;
  }
}

/**
 * The form of the application begins with what was tried here. A user goes there in this tab; a guest may come back in
 * another one, by the link in an email, so that it is kept for a day.
 */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const { keep, input } = link?.closest<HTMLElement>("[data-keep]")?.dataset ?? {};
  if (!link || !keep || !input) return;
  try {
    if (link.dataset.for === "user") sessionStorage.setItem(`sitewright.form.${keep}`, input);
    else localStorage.setItem(`sitewright.kept.${keep}`, JSON.stringify({ input, at: Date.now() }));
  } catch {
    // Then the form begins empty.
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.try === undefined) return;
  event.preventDefault();
  void run(form);
});
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-example]") : null;
  const form = button?.closest("form");
  if (!button || !form) return;
  const example: Record<string, string> = JSON.parse(button.dataset.example ?? "{}");
  for (const field of form.querySelectorAll<HTMLInputElement>("[name]")) {
    const value = example[field.name];
    if (field.type === "checkbox") field.checked = Boolean(value);
    else if (value !== undefined) field.value = value;
  }
  form.querySelector<HTMLElement>("button[type=submit]")?.focus();
});

export {};
