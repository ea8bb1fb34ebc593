const COOKIE = "cookie_consent";
const YEAR_SECONDS = 31_536_000;

/** The referring partner. Kept in memory until the visitor consents to a cookie for it. */
const partner = new URLSearchParams(window.location.search).get("affiliate");

/** Keeps the answer about optional cookies for a year, on the page and in a cookie. */
export function answerCookies(agrees: boolean) {
  document.documentElement.dataset.consent = agrees ? "1" : "0";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${COOKIE}=${agrees ? 1 : 0}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  // The server sets and removes the partner's cookie, which scripts cannot read.
  const search = agrees && partner ? `?${new URLSearchParams({ affiliate: partner })}` : "";
  if (search || !agrees) void fetch(`/login${search}`, { redirect: "manual" }).catch(() => undefined);
}
