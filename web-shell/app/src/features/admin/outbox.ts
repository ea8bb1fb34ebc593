import type { paths } from "@sitewright/sdk/shell";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, quietly, unwrap } from "../../api/client";
import { queryClient } from "../../api/query";

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type MailSummary = Answer<"/api/admin/outbox">["data"][number];
export type Mail = Answer<"/api/admin/outbox/{id}">;
export type MailStatus = Mail["status"];

export const STATUSES: MailStatus[] = ["waiting", "failed", "sent", "kept"];

export function useOutbox(filter: { status?: MailStatus | undefined; page: number; per_page: number }) {
  return useQuery({
    queryKey: ["admin", "outbox", filter],
    queryFn: () => unwrap(api.GET("/api/admin/outbox", { params: { query: filter } })),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const mailQuery = (id: string) => ({
  queryKey: ["admin", "mail", id],
  queryFn: () => unwrap(api.GET("/api/admin/outbox/{id}", { params: { path: { id } }, headers: quietly })),
});

/** For the page's loader: a mail that does not exist has no page. */
export const loadMail = (id: string) => queryClient.fetchQuery(mailQuery(id));
export const useMail = (id: string) =>
  useQuery({ ...mailQuery(id), throwOnError: (_, { state }) => state.data === undefined });

export const retryMail = (id: string) =>
  unwrap(api.POST("/api/admin/outbox/{id}/retry", { params: { path: { id } } }));

/** The link that a mail is about: the first address in its text that carries something of its own. */
export const linkIn = (text: string): string | null => text.match(/https?:\/\/\S+\?\S+/)?.[0] ?? null;
