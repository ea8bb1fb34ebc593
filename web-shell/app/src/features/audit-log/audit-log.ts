import type { i18n } from "i18next";
import type { Answer } from "../../api/client";

export type AuditEntry = Answer<"/api/admin/audit-log">["data"][number];
export type AuditUser = AuditEntry["actor"];

/** The codes of the actions that have texts, in the order of the texts; the log may hold others. */
export const actionsIn = (texts: i18n) =>
  Object.keys(texts.getResource(texts.language, "admin", "kind")).map((key) => key.replace("-", "."));

/** A code as a key of texts, whose parts are set off by dots. */
export const keyOf = (action: string) => action.replaceAll(".", "-");

/** A value of an entry that has a name, in the reader's language: such as a plan, which is called something in each. */
export function nameIn(value: unknown, language: string): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { name, [language]: called } = value as Record<string, unknown>;
  return name === undefined ? String(called ?? "") : nameIn(name, language);
}
