import type { Browser, BrowserContext, Page } from "@playwright/test";
import { browser as settings } from "./browser.ts";
import { noteCopies } from "./clipboard.ts";

/** Servers and languages alternate; the least recently used window is closed. */
const KEPT = 3;

/** A path that the server answers without the application, for a page of its origin that loads fast. */
const BLANK = "/healthz";

/**
 * Browser windows that tests reuse. A new one costs a process that has yet to load and compile the application,
 * most of the time of a short test; the state of a test is removed before the next.
 */
export class Windows {
  private readonly kept = new Map<string, BrowserContext>();

  constructor(private readonly browser: Browser) {}

  /** A clean window with one page. */
  async open(url: string, locale: string): Promise<BrowserContext> {
    const key = `${url} ${locale}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const context = known ?? (await this.browser.newContext({ baseURL: url, locale }));
    if (!known) await noteCopies(context);
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

/** Removes the state of the last test: session, pages, storage, fake responses, pointer position. */
async function forget(context: BrowserContext, page: Page, url: string) {
  await context.setOffline(false);
  await context.unrouteAll();
  await page.unrouteAll();
  await page.goto(url + BLANK);
  // Only now, since requests of the previous page could have set another cookie.
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({ colorScheme: null, ...settings.contextOptions });
  await page.setViewportSize(settings.viewport);
  await page.mouse.move(0, 0);
}
