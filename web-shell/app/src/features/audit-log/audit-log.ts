import type { i18n } from "i18next";
import type { Answer } from "../../api/client";

export type AuditEntry = Answer<"/api/admin/audit-log">["data"][number];
export type AuditUser = AuditEntry["actor"];

/** The codes of the actions with texts, in order; the log may contain others. */
export const actionsIn = (texts: i18n) =>
  Object.keys(texts.getResource(texts.language, "admin", "kind")).map((key) => key.replace("-", "."));

/** A code as a key of texts, without its dots, since dots separate the parts of keys. */
export const keyOf = (action: string) => action.replaceAll(".", "-");

/** A value of an entry in the reader's language, if it has a name in each language, such as a plan. */
export function nameIn(value: unknown, language: string): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { name, [language]: called } = value as Record<string, unknown>;
  return name === undefined ? String(called ?? "") : nameIn(name, language);
}
