// The checks of the audit, read from the rule packs in this repository: each is a file with its texts.
import { parse } from "smol-toml";
import { type Language, typeset } from "../texts";

export const LEVELS = ["error", "warning", "notice"] as const;
export type Level = (typeof LEVELS)[number];

type CheckTexts = { title: string; what: string; why: string; fix: string; fix_in?: Record<string, string> };

export type Check = {
  id: string;
  category: string;
  severity: Level;
} & Record<Language, CheckTexts>;

const FILES = import.meta.glob<string>("../../../../plugins/audit-*/checks/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

function read(file: string, text: string): Check {
  const [, category = "", id = ""] = file.match(/audit-([\w-]+)\/checks\/([\w-]+)\.toml$/) ?? [];
  return { ...(typeset(parse(text)) as unknown as Omit<Check, "id" | "category">), id, category };
}

export const CHECKS = Object.entries(FILES).map(([file, text]) => read(file, text));

/** A check, with the values of its texts filled in. */
export function exampleOf(language: Language, id: string, values: Record<string, string | number>) {
  const check = CHECKS.find((each) => each.id === id);
  if (!check) throw new Error(`no pack has the check ${id}`);
  const texts = check[language];
  return { ...texts, severity: check.severity, what: withValues(texts.what, values) };
}

/** A text with its placeholders replaced. */
export const withValues = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** A number of checks in words; a text has a form for each plural of its language. */
export function counted(language: Language, texts: Record<string, unknown>, count: number): string {
  const form = new Intl.PluralRules(language).select(count);
  return withValues(String(texts[`checks_${form}`]), { count });
}
