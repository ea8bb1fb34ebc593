import type { Page } from "@playwright/test";

/** Opens a page and waits until it is told what happens; from then on it asks for nothing by itself. */
export async function openLive(page: Page, path: string) {
  const subscribed = page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", {
      predicate: ({ payload }) => String(payload).includes("pusher_internal:subscription_succeeded"),
    }),
  );
  await page.goto(path);
  await subscribed;
}
