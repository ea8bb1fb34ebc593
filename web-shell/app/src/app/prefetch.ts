import { type PageName, pageAt } from "../paths";

type Connection = { saveData?: boolean; effectiveType?: string };

const arrivals = new Map<PageName, () => Promise<unknown>>();

/** Registers how the code and the texts of a page are fetched. */
export function offerPrefetch(page: PageName, arrive: () => Promise<unknown>) {
  arrivals.set(page, arrive);
}

/** Whether the connection can afford pages that may never be opened. */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? "");
}

function prefetch(event: Event) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link?.origin !== location.origin) return;
  const { connection } = navigator as Navigator & { connection?: Connection };
  const page = pageAt(link.pathname);
  if (!page || !mayPrefetch(connection)) return;
  // A failed request is sent again on navigation, which reports the error.
  arrivals
    .get(page)?.()
    .catch(() => {});
}

/** Fetches the page of a link on hover or focus. */
export function watchLinks() {
  addEventListener("pointerover", prefetch, { passive: true });
  addEventListener("focusin", prefetch);
}
