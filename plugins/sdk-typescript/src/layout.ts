// How a variant is written as plain text: what the model is asked for, what a draft looks like, and how both are read
// back. One part is just its text; several are sections under their titles.

import { LANGUAGES } from "./language";
import { type AnyVariant, empty, type Part, type Parts } from "./parts";
import { fill } from "./template";
import type { Phrases } from "./texts";

function asked(parts: Parts): [string, Part<unknown>][] {
  return Object.entries(parts).filter(([, part]) => !part.computed);
}

/** The rule that asks for this layout. */
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

/** Reads an answer. Sections are found by their titles in either language, in any order, bold or not. */
export function parse(parts: Parts, answer: string, phrases: Phrases): AnyVariant {
  const variant = empty(parts);
  const wanted = asked(parts);
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
  const labels = new Map(wanted.flatMap(([name]) => names(name, phrases).map((label) => [label, name])));
  let current: string[] | undefined;
  for (const line of answer.split("\n")) {
    const [, label = "", rest = ""] = /^([^:]*):(.*)$/s.exec(line) ?? [];
    const name = labels.get(label.replace(/^[*#_\s]+|[*#_\s]+$/g, "").toLowerCase());
    if (name !== undefined && !found.has(name)) {
      current = [rest.replace(/^[*#_\s]+/, "").trimEnd()];
      found.set(name, current);
    } else {
      current?.push(line);
    }
  }
}

/** What an answer may call a part, in lower case. */
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
