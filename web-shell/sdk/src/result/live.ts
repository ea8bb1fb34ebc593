import { byVariant, type RunState } from "../run/state";
import type { Schema, Variant } from "../shapes";

/** "Title: Warm rolls": the label of a part, as models write it. */
const LABEL = /^[*#\s]*([\p{L}\p{N}][^:\n]{0,40}?)[*\s]*:[*]*(?:[ \t]+|$)/u;
const ENTRY = /^\s*[-*•]\s+/;

/** The part that holds a text without labels. */
const MAIN = ["text", "body", "caption", "description"];

type Part = { name: string; title: string; isList: boolean };

function partsOf(output: Schema): Part[] {
  const properties = output.properties?.variants?.items?.properties ?? {};
  return Object.entries(properties)
    .filter(([name, { type }]) => name !== "checks" && (type === "string" || type === "array"))
    .map(([name, { title, type }]) => ({ name, title: title ?? name, isList: type === "array" }));
}

const read = ({ isList }: Part, lines: string[]) =>
  isList
    ? lines.map((line) => line.replace(ENTRY, "").trim()).filter(Boolean)
    : lines.join("\n").replace(/^\n+/, "");

/** A variant from an unfinished answer: its parts by their labels, or the whole text in its main part. */
export function liveVariant(output: Schema, text: string): Variant {
  const parts = partsOf(output);
  const main = parts.find(({ name }) => MAIN.includes(name)) ?? parts[0];
  if (!main || !text.trim()) return {};
  const found = new Map<Part, string[]>();
  let current: string[] = [];
  for (const line of text.split("\n")) {
    const label = line.match(LABEL);
    const part = parts.find(({ title }) => title.toLowerCase() === label?.[1]?.toLowerCase());
    if (part && label) {
      current = [line.slice(label[0].length)];
      found.set(part, current);
    } else current.push(line);
  }
  if (!found.size) return { [main.name]: read(main, text.split("\n")) };
  return Object.fromEntries([...found].map(([part, lines]) => [part.name, read(part, lines)]));
}

/** The variants of a run that is still writing: one place for each that was ordered, empty until its text arrives. */
export function liveVariants(output: Schema, live: RunState["live"], ordered: number): Variant[] {
  const texts = byVariant(live);
  const count = Math.max(ordered, texts.length, 1);
  return Array.from({ length: count }, (_, place) => {
    const label = `variant-${place + 1}`;
    const text = texts.find((one) => one.label === label) ?? (count === 1 ? texts[0] : undefined);
    return liveVariant(output, text?.text ?? "");
  });
}
