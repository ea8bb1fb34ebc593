import { under } from "@sitewright/sdk/shell";
import type { Answer } from "../../api/client";

export type Webhook = Answer<"/api/webhooks">["data"][number];
export type WebhookEvent = Webhook["events"][number];
export type Delivery = Answer<"/api/webhooks/{id}/deliveries">["data"][number];

export const ALL = under("/api/webhooks");

/** The events, in the order of the form; the texts have their names. */
export const EVENTS = {
  "task.created": "created",
  "task.changed": "changed",
  "task.deleted": "deleted",
  "audit.finished": "audited",
} as const satisfies Record<WebhookEvent, string>;

export const eventNames = Object.keys(EVENTS) as WebhookEvent[];

/** The name of an event in the texts; everything else is a test. */
export const eventName = (event: string) => {
  const known = eventNames.find((name) => name === event);
  return known ? EVENTS[known] : "test";
};
