declare global {
  interface Window {
    /** Responses by address, from `before-paint.js`; null if a request failed. */
    sitewrightEarly?: Map<string, Promise<Response | null>>;
  }
}

/** A response that is older than the start of the page may be outdated. */
const START_MS = 10_000;

/** The response to a request that was sent before the program was loaded; each is used once. */
export async function earlyResponse({ method, url }: Request): Promise<Response | null> {
  const { pathname, search } = new URL(url);
  const address = pathname + search;
  const sent = method === "GET" ? window.sitewrightEarly?.get(address) : undefined;
  if (!sent) return null;
  window.sitewrightEarly?.delete(address);
  return performance.now() < START_MS ? sent : null;
}
