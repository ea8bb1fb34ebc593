import type { Answer } from "../../api/query";

export type AuditEntry = Answer<"/api/admin/audit">["data"][number];
export type AuditUser = AuditEntry["actor"];

/** What can be done, by its code; the log may know others. */
export const ACTIONS = [
  "user.created",
  "user.renamed",
  "user.verified",
  "user.role-changed",
  "user.words-given",
  "user.link-made",
  "user.reset-mailed",
  "user.two-factor-removed",
  "user.session-ended",
  "user.sessions-ended",
  "user.suspended",
  "user.reactivated",
  "user.erased",
  "user.impersonated",
  "user.impersonation-ended",
  "user.acted-for",
  "mail.retried",
  "user.plan-changed",
  "user.plan-declined",
  "user.tool-excepted",
  "user.tool-unexcepted",
  "product.created",
  "product.changed",
  "product.deleted",
  "product.tools-changed",
  "plugin.installed",
  "plugin.refused",
  "plugin.approved",
  "plugin.released",
  "plugin.rolled-back",
  "plugin.pinned",
  "plugin.unpinned",
  "plugin.uninstalled",
  "plugin.quarantined",
  "plugin.reopened",
  "plugin.revoked",
  "plugin.listing",
  "plugin.listing-declined",
  "plugin.invitation-made",
  "plugin.invitation-revoked",
  "trial.begun",
  "trial.run",
  "review.tried",
  "review.approved",
  "review.returned",
  "publisher.created",
  "publisher.changed",
  "publisher.registered",
  "publisher.key-added",
  "publisher.key-retired",
  "publisher.key-revoked",
  "revenue.agreed",
  "revenue.closed",
  "revenue.adjusted",
  "revenue.paid",
  "revenue.returned",
  "revenue.details-read",
  "publisher.member-invited",
  "publisher.invitation-revoked",
  "publisher.member-joined",
  "publisher.member-changed",
  "publisher.member-left",
  "publisher.member-removed",
];

/** A code as a key of texts, whose parts are set off by dots. */
export const keyOf = (action: string) => action.replaceAll(".", "-");

/** A value of an entry that has a name, in the reader's language: such as a plan, which is called something in each. */
export function nameIn(value: unknown, language: string): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { name, [language]: called } = value as Record<string, unknown>;
  return name === undefined ? String(called ?? "") : nameIn(name, language);
}
