// The plain-text layout of a variant: requested from the model, used for drafts, and parsed. One part is just its
// text; several are sections under their titles.

import { LANGUAGES } from "./language";
import { type AnyVariant, empty, type Part, type Parts } from "./parts";
import { fill } from "./template";
import type { Phrases } from "./texts";

function asked(parts: Parts): [string, Part<unknown>][] {
  return Object.entries(parts).filter(([, part]) => !part.computed);
}

/** The rule that requests this layout. */
export function instruction(parts: Parts, phrases: Phrases): string {
  const wanted = asked(parts);
  if (wanted.length === 1) {
    return phrases.text(wanted[0]?.[1].format === "markdown" ? "prompt.markdown" : "prompt.plain");
  }
  const sections = wanted.map(([name, { kind }]) => {
    return `${phrases.partTitle(name)}: ${phrases.text(kind === "list" ? "prompt.section-list" : "prompt.section-text")}`;
  });
  return fill(phrases.text("prompt.sections"), { sections: sections.join("\n") });
}

/** A variant in this layout. */
export function print(parts: Parts, variant: AnyVariant, phrases: Phrases): string {
  const wanted = asked(parts);
  const sections = wanted.map(([name, part]) => {
    const value = variant[name] ?? "";
    const between = part.blocks ? "\n---\n" : "\n";
    const lines = Array.isArray(value) ? value.map((entry) => (part.blocks ? entry : `- ${entry}`)) : [];
    const text = Array.isArray(value) ? lines.join(between) : String(value);
    if (wanted.length === 1) {
      return text;
    }
    return `${phrases.partTitle(name)}:${text.includes("\n") || part.kind === "list" ? "\n" : " "}${text}`;
  });
  return sections.join("\n");
}

/** Required parts of an answer that a variant lacks. */
export function missing(parts: Parts, variant: AnyVariant): string[] {
  const isRequired = ({ kind, optional, limits }: Part<unknown>) =>
    !optional && (kind === "text" || limits.some(({ unit, min }) => unit === "items" && (min ?? 0) > 0));
  const isEmpty = (value: AnyVariant[string] | undefined) => typeof value !== "number" && !value?.length;
  const wanted = asked(parts);
  // Without any part nothing has been written, even if each of them may be missing.
  const isVoid = wanted.every(([name]) => isEmpty(variant[name]));
  const lacking = wanted.filter(([name, part]) => isEmpty(variant[name]) && (isVoid || isRequired(part)));
  return lacking.map(([name]) => name);
}

/** "Subject, Text". */
export function titles(names: readonly string[], phrases: Phrases): string {
  return names.map((name) => phrases.partTitle(name)).join(", ");
}

/**
 * Parses an answer. Sections are found by their titles in either language, in any order, written as a label, a
 * heading or an entry of a list; JSON is read by its keys.
 */
export function parse(parts: Parts, answer: string, phrases: Phrases): AnyVariant {
  const variant = empty(parts);
  const wanted = asked(parts);
  if (/^(?:\{\s*["}]|\[\s*["{])/.test(answer)) {
    return Object.assign(variant, data(wanted, answer, phrases));
  }
  const found = new Map<string, string[]>();
  const [only] = wanted;
  if (only && wanted.length === 1) {
    found.set(only[0], answer.split("\n"));
  } else {
    collect(wanted, answer, phrases, found);
  }
  for (const [name, part] of wanted) {
    variant[name] = value(part, found.get(name) ?? []);
  }
  return variant;
}

function collect(
  wanted: [string, Part<unknown>][],
  answer: string,
  phrases: Phrases,
  found: Map<string, string[]>,
): void {
  const labels = labelled(wanted, phrases);
  // A model that repeats the layout without filling it has written nothing.
  const hints = ["prompt.section-text", "prompt.section-list"].map((key) => phrases.text(key));
  let current: string[] | undefined;
  for (const line of answer.split("\n")) {
    // "## Subject" and "**Subject**" are headings even without a colon.
    const [, label = "", rest = ""] =
      /^\s*\|([^|]{0,120})\|(.*?)\|*\s*$/s.exec(line) ?? // A row of a table: "| Subject | … |".
      /^([^:]{0,120}):(.*)$/s.exec(line) ??
      /^\s*([*#_][^:]*)()$/.exec(line) ??
      [];
    const name = labels.get(
      entry(label)
        .replace(/^[*#_\s]+|[*#_\s]+$/g, "")
        .toLowerCase(),
    );
    const isNew = name !== undefined && !found.has(name);
    const text = isNew ? rest.replace(/^[*#_\s]+/, "").trimEnd() : line;
    if (isNew) {
      current = [];
      found.set(name, current);
    }
    if (!hints.includes(entry(text))) {
      current?.push(text);
    }
  }
}

function labelled(wanted: [string, Part<unknown>][], phrases: Phrases): Map<string, string> {
  return new Map(wanted.flatMap(([name]) => names(name, phrases).map((label) => [label, name])));
}

/** The parts of an answer in JSON although text was requested. */
function data(wanted: [string, Part<unknown>][], answer: string, phrases: Phrases): Partial<AnyVariant> {
  const [only] = wanted;
  const labels = labelled(wanted, phrases);
  const of = (value: unknown, depth: number): AnyVariant => {
    if (typeof value !== "object" || value === null || depth === 0) {
      return {};
    }
    const members = Array.isArray(value) ? [] : Object.entries(value);
    const known = members.flatMap(([key, inner]) => {
      const name = labels.get(key.toLowerCase()) ?? labels.get(key.toLowerCase().replaceAll("_", " "));
      const part = wanted.find(([wanted]) => wanted === name)?.[1];
      return name !== undefined && part !== undefined ? [[name, filled(part, inner)] as const] : [];
    });
    const inner = Array.isArray(value) ? value.slice(0, 1) : Object.values(value);
    const deeper = inner.map((inner) => of(inner, depth - 1)).find((found) => Object.keys(found).length > 0);
    return known.length > 0 ? Object.fromEntries(known) : (deeper ?? {});
  };
  try {
    const value: unknown = JSON.parse(answer);
    const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === "string");
    return only !== undefined && wanted.length === 1 && isTexts
      ? { [only[0]]: filled(only[1], value) }
      : of(value, 4);
  } catch {
    return {};
  }
}

function filled(part: Part<unknown>, value: unknown): string | string[] {
  const entries = Array.isArray(value) ? value.map(spoken) : [spoken(value)];
  if (part.kind !== "list") {
    return entries.join("\n");
  }
  const lines =
    Array.isArray(value) || part.blocks ? entries : entries.flatMap((text) => text.split("\n").map(entry));
  return lines.filter((line) => line !== "");
}

/** A value as text; members and entries are on separate lines. */
function spoken(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).map(spoken).join("\n");
  }
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** The names of a part that an answer may use, in lower case. */
function names(name: string, phrases: Phrases): string[] {
  const spoken = LANGUAGES.map((language) => phrases.in(language));
  const titles = spoken.flatMap((phrases) => [
    phrases.partTitle(name).toLowerCase(),
    ...(phrases.find(`output.${name}.labels`) ?? []),
  ]);
  return [name, ...titles];
}

function value(part: Part<unknown>, lines: string[]): string | string[] {
  if (part.kind !== "list") {
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/^\n+|\n+$/g, "");
  }
  const entries = part.blocks
    ? lines
        .map((line) => line.trimEnd())
        .join("\n")
        .split(/^\s*(?:-{3,}|\*{3,}|={3,})\s*$/m)
        .map((block) => block.trim())
    : lines.map(entry);
  return entries.filter((entry) => entry !== "");
}

/** A list entry without its bullet or number. */
function entry(line: string): string {
  return line
    .trim()
    .replace(/^[-*•–]+\s*/, "")
    .replace(/^\d{1,2}[.)]\s+/, "");
}
