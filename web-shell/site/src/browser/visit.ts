// What a page reports and passes on: where the visitor came from, and which partner sent them. Nothing of it is kept in
// the browser: it is in the addresses of the site's own links.

const params = new URLSearchParams(location.search);

/** This site, and the site of the other language. */
const ours = new Set(
  [...document.querySelectorAll<HTMLLinkElement>("link[hreflang]")]
    .map(({ href }) => new URL(href).host)
    .concat(location.host),
);

function hostOf(address: string): string {
  try {
    const { host } = new URL(address);
    return ours.has(host) ? "" : host;
  } catch {
    return "";
  }
}

const affiliate = params.get("affiliate") ?? "";
const source = params.get("from") || params.get("utm_source") || hostOf(document.referrer);

/** The source is in the address for one step only, so that a copied address does not name it. */
function hideSource() {
  if (!params.has("from")) return;
  params.delete("from");
  const query = params.size > 0 ? `?${params}` : "";
  history.replaceState(history.state, "", location.pathname + query + location.hash);
}

/** Links of the site pass both on. A partner that a cookie names need not be passed on. */
function passOn(event: Event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !ours.has(link.host) || link.getAttribute("href")?.startsWith("#")) return;
  const to = new URL(link.href);
  if (to.pathname.startsWith("/app/")) return;
  if (source) to.searchParams.set("from", source);
  if (affiliate && document.documentElement.dataset.consent !== "1")
    to.searchParams.set("affiliate", affiliate);
  if (to.search !== link.search) link.search = to.search;
}

function report() {
  const asksNot =
    navigator.doNotTrack === "1" || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  if (!asksNot) navigator.sendBeacon("/site/visits", JSON.stringify({ page: location.pathname, source }));
}

/** Counts this view without cookies, and passes on how the visitor came here. */
export function visit() {
  hideSource();
  document.addEventListener("click", passOn, true);
  document.addEventListener("auxclick", passOn, true);
  // A page that the browser has prepared is seen when it is opened.
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener("prerenderingchange", report, { once: true });
  else report();
}
