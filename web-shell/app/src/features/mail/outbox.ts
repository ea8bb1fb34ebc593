import { type Answer, api, apiQuery, unwrap, withId } from "../../api/client";

export type MailSummary = Answer<"/api/admin/outbox">["data"][number];
export type Mail = Answer<"/api/admin/outbox/{id}">;
export type MailStatus = Mail["status"];

export const STATUSES: MailStatus[] = ["waiting", "failed", "sent", "kept"];

export const mailQuery = (id: string) =>
  apiQuery("/api/admin/outbox/{id}", { path: { id } }, { quiet: true });

export const retryMail = (id: string) => unwrap(api.POST("/api/admin/outbox/{id}/retry", withId(id)));

/** The main link of a mail: the first address in its text with a query. */
export const linkIn = (text: string): string | null => text.match(/https?:\/\/\S+\?\S+/)?.[0] ?? null;
