import type { Browser, BrowserContext, Page } from "@playwright/test";
import { browser as settings } from "./browser.ts";

/** Servers and languages change in turn; what was not used for longest is closed. */
const KEPT = 3;

/** What the server answers without the application, so that a page of its origin is quickly there. */
const BLANK = "/healthz";

/**
 * Browser windows that one test leaves to the next. A new one costs a process that has yet to read and compile the
 * application, which is most of what a short test would spend; what a test did in it is forgotten before the next.
 */
export class Windows {
  private readonly kept = new Map<string, BrowserContext>();

  constructor(private readonly browser: Browser) {}

  /** A window in which nothing has happened yet, with one page. */
  async open(url: string, locale: string): Promise<BrowserContext> {
    const key = `${url} ${locale}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const context = known ?? (await this.browser.newContext({ baseURL: url, locale }));
    this.kept.set(key, context);
    if (this.kept.size > KEPT) await this.closeOldest();
    const [page = await context.newPage(), ...others] = context.pages();
    for (const other of others) await other.close();
    if (known) await forget(context, page, url);
    return context;
  }

  async close() {
    while (this.kept.size > 0) await this.closeOldest();
  }

  private async closeOldest() {
    const [oldest] = this.kept;
    if (!oldest) return;
    this.kept.delete(oldest[0]);
    await oldest[1].close();
  }
}

/** Leaves nothing of what the last test did: no session, no page, no storage, no stand-in for an answer, no pointer. */
async function forget(context: BrowserContext, page: Page, url: string) {
  await context.setOffline(false);
  await context.unrouteAll();
  await page.unrouteAll();
  await page.goto(url + BLANK);
  // Only now: what the page before asked for could have brought another cookie.
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({ colorScheme: null, ...settings.contextOptions });
  await page.setViewportSize(settings.viewport);
  await page.mouse.move(0, 0);
}
