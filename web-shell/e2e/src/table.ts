import { type BrowserContext, expect } from "@playwright/test";
import { csrfHeaders } from "./person.ts";

/** Sends a table of one order without the screen and starts it: the shortest work that ends in a notification. */
export async function runOneOrder(context: BrowserContext, url: string, name: string): Promise<string> {
  const headers = await csrfHeaders(context, url);
  const file = { name, mimeType: "text/csv", buffer: Buffer.from("topic\nBread\n") };
  const sent = await context.request.post(`${url}/api/tools/facebook-post/bulk`, {
    headers,
    multipart: { file },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id } = await sent.json();
  const started = await context.request.post(`${url}/api/bulk/${id}/start`, { headers });
  expect(started.status(), await started.text()).toBe(200);
  return id;
}
