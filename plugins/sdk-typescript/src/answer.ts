// Prepares a model's answer: removes wrapping, and recognises answers that are unusable.

import type { Language } from "./language";
import { refuses } from "./refusal";
import { visible } from "./signs";
import { bare, isAlphanumeric } from "./units";

const ANNOUNCEMENT =
  /^(here is|here's|here are|sure|certainly|of course|absolutely|below is|great|okay|ok,|oto|jasne|oczywiście|poniżej|proszę|pewnie|świetnie|gotowe|przygotował|tutaj jest|ok\.)/;
const LABEL =
  /^(variant|version|option|post|wariant|wersja|opcja|text|tekst|answer|odpowiedź)[\s\d.]*[:*\s]*$/;
const LONGEST_ANNOUNCEMENT = 160;

/** Openings of a closing remark to the user, and words that identify it. */
const CLOSINGS: readonly [string, RegExp][] = [
  ["let me know", /version|variant|change|adjust|tweak|revis/],
  ["feel free to", /adjust|change|edit|customi/],
  ["i hope this", /./],
  ["would you like me", /./],
  ["note:", /character|word|limit/],
  ["daj znać", /wersj|wariant|zmian|popraw|dostosow/],
  ["mam nadzieję, że ten", /./],
  ["czy chcesz, abym", /./],
  ["uwaga:", /znak|słów|limit/],
  ["(liczba", /znak|słów/],
  ["(character", /count/],
  ["character count", /./],
  ["liczba znaków", /./],
];
const LONGEST_CLOSING = 300;

const QUOTES = [`""`, "„”", "“”", "«»", "''", "``"];

/**
 * `answer` without invisible characters, reasoning, fences, announcements, labels, closing remarks and quotes around
 * the whole.
 */
export function clean(answer: string): string {
  let text = withoutThoughts(visible(answer).trim());
  // Layers come in any order: a fence inside quotes, an announcement before a fence.
  for (let round = 0; round < 4; round++) {
    const before = text;
    text = unquote(withoutClosing(withoutAnnouncement(unfence(text))));
    if (text === before) {
      break;
    }
  }
  return text.replaceAll("\r\n", "\n");
}

function withoutThoughts(text: string): string {
  return text.startsWith("<think>") ? (text.split("</think>").slice(1).join("</think>") ?? "").trim() : text;
}

function unfence(text: string): string {
  const open = text.indexOf("```");
  const announced = text.slice(0, Math.max(open, 0)).trim();
  if (open < 0 || announced.includes("\n") || (announced !== "" && !announced.endsWith(":"))) {
    return text;
  }
  const inside = text.slice(open + 3);
  const rest = inside.includes("\n") ? inside.slice(inside.indexOf("\n") + 1) : "";
  return (rest.split("```", 1)[0] ?? "").trim();
}

function withoutAnnouncement(text: string): string {
  const end = text.indexOf("\n");
  const line = text
    .slice(0, Math.max(end, 0))
    .replace(/^[*#\s_]+|[*#\s_]+$/g, "")
    .toLowerCase();
  if (end < 0 || line.length > LONGEST_ANNOUNCEMENT) {
    return text;
  }
  const announces = /:\)?$/.test(line) && ANNOUNCEMENT.test(line);
  return announces || LABEL.test(line) ? text.slice(end + 1).trim() : text;
}

function withoutClosing(text: string): string {
  const start = text.lastIndexOf("\n\n");
  const last = text
    .slice(start)
    .trim()
    .replace(/^[*_]+|[*_]+$/g, "");
  if (start < 0 || last.length > LONGEST_CLOSING) {
    return text;
  }
  const lower = last.toLowerCase();
  const isRemark = CLOSINGS.some(([opening, sign]) => lower.startsWith(opening) && sign.test(lower));
  return isRemark || /^[-*_]*$/.test(last) ? text.slice(0, start).trimEnd() : text;
}

/** Quotes are removed only if they enclose the whole and are not used inside. */
function unquote(text: string): string {
  for (const [open, close] of QUOTES as Iterable<string>) {
    const inside = text.slice(1, -1);
    const embraced = text.length > 1 && text.startsWith(open ?? "") && text.endsWith(close ?? "");
    if (embraced && !inside.includes(open ?? "") && !inside.includes(close ?? "")) {
      return inside.trim();
    }
  }
  return text;
}

/** Why an answer is unusable or suspect; the names of its texts. */
export type Flaw = "empty" | "refusal" | "prompt-leak" | "wrong-language" | "endless" | "repeats";

/**
 * Letters of the shortest rule that does not occur in a text by chance, and of a sentence that is not repeated for
 * effect.
 */
const LONG_RULE = 32;
const LONG_SENTENCE = 24;
/** The number of repetitions that counts as a flaw. */
const TOO_OFTEN = 4;

/** Finds the flaw of a cleaned answer to a prompt with these `rules` and data fenced by `fence`. */
export function findFlaw(
  answer: string,
  rules: readonly string[],
  fence: string,
  wanted: Language,
): Flaw | undefined {
  if (![...answer].some(isAlphanumeric)) {
    return "empty";
  }
  if (answer.includes(fence) || rules.some((rule) => rule.length >= LONG_RULE && answer.includes(rule))) {
    return "prompt-leak";
  }
  if (refuses(answer)) {
    return "refusal";
  }
  if (repeats(answer)) {
    return "repeats";
  }
  const found = languageOf(answer);
  return found !== undefined && found !== wanted ? "wrong-language" : undefined;
}

/** Whether the answer repeats a sentence too often. */
function repeats(answer: string): boolean {
  const counts = new Map<string, number>();
  for (const sentence of answer.split(/[.!?\n]/).map((sentence) => sentence.trim())) {
    counts.set(sentence, (counts.get(sentence) ?? 0) + Number(sentence.length >= LONG_SENTENCE));
  }
  return Math.max(...counts.values()) >= TOO_OFTEN;
}

const ENGLISH = new Set("the and of is you your for with that this are our we it have from".split(" "));
const POLISH = new Set("i w z nie jest na dla jak co czy ale od to".split(" "));
const SAMPLE = 60;

/** The language of a text, if its small words are clear. */
export function languageOf(text: string): Language | undefined {
  let english = 0;
  let polish = 0;
  for (const word of text.split(/\s+/, SAMPLE).map(bare)) {
    const lower = word.toLowerCase();
    english += Number(ENGLISH.has(lower));
    polish += Number(POLISH.has(lower) || /[ąęłśżźćń]/.test(lower));
  }
  if (english >= 3 && english > 2 * polish) {
    return "en";
  }
  return polish >= 3 && polish > 2 * english ? "pl" : undefined;
}

/** `text` without Markdown's marks, for platforms that show asterisks as asterisks. */
export function plain(text: string): string {
  return /[*_#`[>-]/.test(text) ? text.split("\n").map(plainLine).join("\n") : text;
}

function plainLine(line: string): string {
  const [, indent = "", rest = ""] = /^(\s*)(.*)$/s.exec(line) ?? [];
  const body = rest.replace(/^> /, "").replace(/^[*-] +/, "• ");
  return indent + inline(body.replace(/^#{1,6} +/, ""));
}

function inline(text: string): string {
  const words = text.split(/(?<= )/).map((word) => {
    return word.includes("://") && !word.includes("](") ? word : word.replace(/\*\*|__|`/g, "");
  });
  const emphasized = words
    .join("")
    .replace(/(^|[\s("„])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\2(?=$|[\s.,;:!?)"”])/g, "$1$3");
  return emphasized.replace(
    /\[([^[\]]*)\]\(([^()\s]*\/\/[^()\s]*)\)/g,
    (_, words: string, target: string) => {
      return words === "" || words === target ? target : `${words} (${target})`;
    },
  );
}
