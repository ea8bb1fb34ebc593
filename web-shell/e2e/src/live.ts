import type { Page } from "@playwright/test";

/** Opens a page and waits until it receives events; from then on it does not poll. */
export async function openLive(page: Page, path: string) {
  const subscribed = page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", {
      predicate: ({ payload }) => String(payload).includes("pusher_internal:subscription_succeeded"),
    }),
  );
  await page.goto(path);
  await subscribed;
}
