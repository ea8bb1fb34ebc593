/** Where the token of a sign-in inside a frame is kept. */
const KEY = "sitewright.token";

/** Whether the application is shown inside another page. Browsers keep cookies from it there, so it carries a token. */
export const isFramed = () => window.self !== window.top;

/** The token for calls from inside a frame; in a window of its own the session's cookie does, out of reach for scripts. */
export const frameToken = (): string | null => (isFramed() ? localStorage.getItem(KEY) : null);

/** Keeps the token of a sign-in where it is needed. */
export function keepToken(token: string) {
  if (isFramed()) localStorage.setItem(KEY, token);
}

export const forgetToken = () => localStorage.removeItem(KEY);

/** Keeps the own token while an administrator acts as another user. */
const OWN_KEY = "sitewright.own-token";

/** Puts the own token aside before another one takes its place. */
export function setTokenAside() {
  const token = frameToken();
  if (token) localStorage.setItem(OWN_KEY, token);
}

/** Takes the own token back; false where there is none. */
export function takeTokenBack(): boolean {
  const token = localStorage.getItem(OWN_KEY);
  localStorage.removeItem(OWN_KEY);
  if (token) keepToken(token);
  return token !== null;
}
