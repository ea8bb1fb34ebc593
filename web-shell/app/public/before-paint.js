// Runs before the first paint so that neither colours nor language flash. A separate file
// because the content security policy allows no inline script.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value") || "auto";
  } catch {
    // Storage may be blocked; then the system's colour scheme applies.
  }
  const dark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  try {
    // The menu has the width that it had.
    if (localStorage.getItem("sitewright.menu-folded") === "true")
      document.documentElement.dataset.folded = "";
  } catch {
    // Then it has its own.
  }
  // Reading cookies is slow: the program finds the answers in attributes.
  const { cookie } = document;
  const locale = cookie.match(/(?:^|; )locale=(en|pl)/);
  if (locale) document.documentElement.lang = locale[1];
  // The first data loads together with the program, which takes over these responses.
  const { early } = document.documentElement.dataset;
  if (early) {
    const headers = { Accept: "application/json" };
    let isOne = false;
    try {
      // The project of the tab, as in `tab-project.ts`; a user with several sees its documents first.
      const project =
        sessionStorage.getItem("sitewright.project") || localStorage.getItem("sitewright.project");
      if (project) headers["x-tab-project"] = project;
      isOne = Boolean(project) && Number(localStorage.getItem("sitewright.projects")) > 1;
    } catch {
      // Then the server knows which one was selected last.
    }
    const options = { credentials: "same-origin", headers };
    /** An address that lists what belongs to projects. */
    const ofProject = (address) => {
      const project = headers["x-tab-project"];
      if (!isOne) return address;
      if (address === "/api/folders") return `/api/folders?project=${project}`;
      return address.replace("/api/documents?", `/api/documents?project=${project}&`);
    };
    // Filters in the address of a page change its question.
    const isAsked = (address) => !(location.search && address.includes("?"));
    const sent = early
      .split(" ")
      .filter(isAsked)
      .map(ofProject)
      .map((address) => [address, fetch(address, options).catch(() => null)]);
    window.sitewrightEarly = new Map(sent);
  }
  const consent = cookie.match(/(?:^|; )cookie_consent=([01])(?:\.\w+)?(?:;|$)/);
  if (consent) document.documentElement.dataset.consent = consent[1];
  // The program, which would take the whole connection of a phone, loads after the first paint.
  const begin = () => {
    const program = document.getElementById("program");
    if (!program) return;
    program.remove();
    document.head.append(program.content);
  };
  const onPaint = (list) => list.getEntriesByName("first-contentful-paint").length && begin();
  try {
    new PerformanceObserver(onPaint).observe({ type: "paint", buffered: true });
  } catch {
    // Then it loads after the page.
  }
  // A hidden page is not painted.
  const wait = document.visibilityState === "hidden" ? 0 : 300;
  document.addEventListener("DOMContentLoaded", () => setTimeout(begin, wait));
})();
