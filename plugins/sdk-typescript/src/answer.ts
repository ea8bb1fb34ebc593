// Prepares a model's answer: removes wrapping, and recognises answers that are unusable.

import type { Language } from "./language";
import { refuses } from "./refusal";
import { visible } from "./signs";
import { bare, isAlphanumeric } from "./units";

const ANNOUNCEMENT =
  /^(here is|here's|here are|sure|certainly|of course|absolutely|below is|great|okay|ok,|understood|final answer|corrected|revised|i apologi|apologies|my apologies|i'm sorry|sorry|you're right|no problem|with pleasure|oto|jasne|oczywiście|poniżej|proszę|pewnie|świetnie|gotowe|przygotował|tutaj jest|ok\.|rozumiem|przepraszam|poprawion|ostateczn|masz rację|z przyjemnością)/;
/** Makes such a line without a colon an announcement. */
const OFFER =
  /happy to help|glad to help|can help you|help with that|confusion|my mistake|previous answer|chętnie pomogę|mogę pomóc|pomogę|za pomyłkę|za zamieszanie|poprzedni/;
/** The name of the speaker before the whole answer. */
const SPEAKER = /^(assistant:|asystent:|final answer:|ostateczna odpowiedź:)/i;
/** Thoughts before the answer; all of it if they do not end. */
const THOUGHTS = /^.*<\/(?:think|thinking|thought|reasoning|reflection|scratchpad)>/s;
const OPEN_THOUGHTS = /^<(?:think|thinking|thought|reasoning|reflection|scratchpad)>/;
const WRAPPER = /^<(answer|output|result|response|text|final|post|odpowiedź|tekst)>(.*)<\/\1>$/is;
/** Marks of a model's turns that are not part of a text. */
const TURN =
  /^(?:<\/?s>|\[\/?INST\]|<end_of_turn>|<start_of_turn>model)\s*|\s*(?:<\/?s>|\[\/?INST\]|<end_of_turn>)$/;
const LABEL =
  /^(variant|version|option|post|wariant|wersja|opcja|text|tekst|answer|odpowiedź)[\s\d.]*[:*\s]*$/;
const LONGEST_ANNOUNCEMENT = 160;

/** Openings of a closing remark to the user, and words that identify it. */
const CLOSINGS: readonly [string, RegExp][] = [
  ["let me know", /version|variant|change|adjust|tweak|revis|like me to|want me to|rewrite|the tone/],
  ["feel free to", /adjust|change|edit|customi|tweak|modify|adapt|personali|replace/],
  ["i hope this", /./],
  ["hope this helps", /./],
  ["would you like me", /./],
  ["would you like", /version|variant|the tone|this text/],
  ["if you'd like", /version|variant|the tone|this text/],
  ["if you want", /another version|variant|the tone|this text|this post/],
  ["is there anything else", /./],
  ["note:", /character|word|limit|version|tone/],
  ["explanation:", /./],
  ["why this works", /./],
  ["key changes", /./],
  ["changes made", /./],
  ["daj znać", /wersj|wariant|zmian|zmieni|popraw|dostosow|przerob|skróci|wydłuży|żebym|abym/],
  ["mam nadzieję, że ten", /./],
  ["mam nadzieję, że to pomo", /./],
  ["mam nadzieję, że tekst", /./],
  ["czy chcesz, abym", /./],
  ["czy chcesz, żebym", /./],
  ["chcesz, żebym", /./],
  ["jeśli chcesz", /wersj|wariant|ten tekst|ton |treść/],
  ["chętnie", /inną wersj|kolejny wariant|ten tekst|ton tekstu/],
  ["możesz śmiało", /zmieni|dostosow|edyt/],
  ["uwaga:", /znak|słów|limit|wersj/],
  ["wyjaśnienie:", /./],
  ["wprowadzone zmiany", /./],
  ["(liczba", /znak|słów/],
  ["(character", /count/],
  ["(word count", /./],
  ["character count", /./],
  ["word count", /./],
  ["liczba znaków", /./],
  ["liczba słów", /./],
];
const LONGEST_CLOSING = 300;

const QUOTES = [`""`, "„”", "„“", "“”", "«»", "''", "``"];

/**
 * `answer` without invisible characters, reasoning, marks of turns, fences, announcements, labels, closing remarks and
 * tags or quotes around the whole.
 */
export function clean(answer: string): string {
  let text = withoutThoughts(withoutTurns(visible(answer).trim()));
  // Layers come in any order: a fence inside quotes, an announcement before a fence.
  for (let round = 0; round < 4; round++) {
    const before = text;
    text = unquote(withoutClosing(withoutAnnouncement(unwrap(unfence(text)))));
    if (text === before) {
      break;
    }
  }
  text = text.replaceAll("\r\n", "\n");
  // Line breaks that are escaped once too often; JSON is read with its escapes.
  const isEscaped = text.split("\\n").length > 2 && !text.includes("\n") && !/^[{[]/.test(text);
  return isEscaped ? text.replaceAll("\\n", "\n") : text;
}

/** The text without marks such as `<|im_end|>`. */
function withoutTurns(text: string): string {
  let rest = text.replace(/<\|.{0,29}?\|>/gs, "").trim();
  while (TURN.test(rest)) {
    rest = rest.replace(TURN, "");
  }
  return rest;
}

function withoutThoughts(text: string): string {
  const rest = text.replace(THOUGHTS, "").trim();
  return OPEN_THOUGHTS.test(rest) ? "" : rest;
}

function unwrap(text: string): string {
  const boxed = /^\\boxed\{(.*)\}$/s.exec(text)?.[1];
  const inside = boxed ?? WRAPPER.exec(text)?.[2] ?? text.replace(SPEAKER, "");
  return inside.trim();
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
    .toLowerCase()
    .replaceAll("’", "'");
  if (end < 0 || line.length > LONGEST_ANNOUNCEMENT) {
    return text;
  }
  const isOpen = /[:)]$/.test(line) || (/^[ \r]*\n/.test(text.slice(end + 1)) && OFFER.test(line));
  const announces = isOpen && ANNOUNCEMENT.test(line);
  return announces || LABEL.test(line) ? text.slice(end + 1).trim() : text;
}

/** The first of several variants in one answer, each under a numbered label: "Variant 2:". */
export function firstVariant(text: string): string {
  const lines = text.split("\n");
  const next = lines.findIndex((line, place) => place > 0 && isNumbered(line));
  return next < 0 ? text : lines.slice(0, next).join("\n").trimEnd();
}

/** "Variant 2:", "### Option 3". */
function isNumbered(line: string): boolean {
  const bare = line
    .replace(/^[*#\s_]+|[*#\s_]+$/g, "")
    .toLowerCase()
    .replace(/[:.)*]+$/, "");
  return bare.length <= 24 && /\d$/.test(bare) && LABEL.test(bare);
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
  const lower = last.toLowerCase().replaceAll("’", "'");
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
 * Letters of the shortest sentence of a rule that does not occur in a text by chance, and of a sentence that is not repeated for
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
  const sentences = rules.flatMap((rule) => rule.split(". ")).filter(({ length }) => length >= LONG_RULE);
  if (answer.includes(fence) || sentences.some((sentence) => answer.includes(sentence))) {
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
const POLISH = new Set("i w z nie jest na dla jak co czy ale od po".split(" "));
const SAMPLE = 60;

/** The language of a text, if its small words are clear. */
export function languageOf(text: string): Language | undefined {
  let english = 0;
  let polish = 0;
  for (const word of text.split(/\s+/, SAMPLE).map(bare)) {
    // "I" is English, "i" Polish.
    const lower = word === "I" ? "you" : word.toLowerCase();
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
