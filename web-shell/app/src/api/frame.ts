/** The storage key of the token of a sign-in inside a frame. */
const KEY = "sitewright.token";

/** Whether the application runs inside another page. Browsers block its cookies there, so it sends a token. */
export const isFramed = () => window.self !== window.top;

/** The token for calls from inside a frame; a top-level window uses the session cookie, which scripts cannot read. */
export const frameToken = (): string | null => (isFramed() ? localStorage.getItem(KEY) : null);

/** Stores the token of a sign-in if the application is framed. */
export function keepToken(token: string) {
  if (isFramed()) localStorage.setItem(KEY, token);
}

export const forgetToken = () => localStorage.removeItem(KEY);

/** The storage key of the administrator's token while they act as another user. */
const OWN_KEY = "sitewright.own-token";

/** Stores the administrator's token before it is replaced. */
export function setTokenAside() {
  const token = frameToken();
  if (token) localStorage.setItem(OWN_KEY, token);
}

/** Restores the administrator's token; false if there is none. */
export function takeTokenBack(): boolean {
  const token = localStorage.getItem(OWN_KEY);
  localStorage.removeItem(OWN_KEY);
  if (token) keepToken(token);
  return token !== null;
}
