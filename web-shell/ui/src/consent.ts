const COOKIE = "cookie_consent";
const YEAR_SECONDS = 31_536_000;

function keep(answer: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${COOKIE}=${answer}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** The referring partner. Kept in memory until the visitor consents to a cookie for it. */
const partner = new URLSearchParams(window.location.search).get("affiliate");

/** `0`, `1`, or `1.` with the tag of what the site measures with and has named in its question. */
const ANSWER = new RegExp(`(?:^|; )${COOKIE}=([01](?:\\.\\w+)?)(?:;|$)`);

/** The answer that the cookie has, if there is one. */
const keptAnswer = () => document.cookie.match(ANSWER)?.[1];

/**
 * Keeps the answer about optional cookies for a year, on the page and in a cookie. The site gives the tag of what its
 * question has named, empty for nothing. The question of the application has no part about measuring, so that its yes
 * leaves a tag as it is.
 */
export function answerCookies(agrees: boolean, tag?: string) {
  document.documentElement.dataset.consent = agrees ? "1" : "0";
  if (!agrees) keep("0");
  else if (tag !== undefined) keep(tag ? `1.${tag}` : "1");
  else if (!keptAnswer()?.startsWith("1.")) keep("1");
  // The server sets and removes the partner's cookie, which scripts cannot read.
  const search = agrees && partner ? `?${new URLSearchParams({ affiliate: partner })}` : "";
  if (search || !agrees) void fetch(`/login${search}`, { redirect: "manual" }).catch(() => undefined);
}
