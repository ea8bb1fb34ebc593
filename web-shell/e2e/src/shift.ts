import type { Page } from "@playwright/test";

/** The sum of all layout shifts that no input has caused. */
export const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (list: PerformanceEntryList) =>
          (list as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            .filter(({ hadRecentInput }) => !hadRecentInput)
            .reduce((total, { value }) => total + value, 0);
        new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
          type: "layout-shift",
          buffered: true,
        });
        // Without any shift the observer is never called.
        setTimeout(() => resolve(0), 500);
      }),
  );

/** A page whose parts move more than this is unsteady. */
export const MOST_SHIFT = 0.02;

/** Answers that come late by so many milliseconds, by the pattern of their address. */
export async function delay(page: Page, late: readonly (readonly [path: string, ms: number])[]) {
  for (const [path, ms] of late) {
    await page.route(path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue();
    });
  }
}
