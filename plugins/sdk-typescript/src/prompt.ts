// The prompt: the tool's rules, the shared rules, and the user's words as data.
//
// The system message has only texts of the tool and of the SDK; every word of the user or of the brand kit is data. What
// differs between variants comes last, so that a provider can reuse its work for all before it.

import type { Brief } from "./brief";
import type { Message } from "./contract";
import { instruction } from "./layout";
import type { Parts } from "./parts";
import { fill } from "./template";

/** A prompt. Rules are the tool's own words; the user's input is `data`, so that it stays data. */
export interface Prompt {
  /** The author and the kind of text, in the result's language. */
  readonly role: string;
  /** Empty ones are omitted. */
  readonly rules?: readonly string[];
  /** What distinguishes this variant from the others. */
  readonly angle?: string;
  /** The text is not the brand's own: only the words to avoid and the glossary of the brand kit are used. */
  readonly unbranded?: boolean;
  /** The user's input, under its label, with an entry of a list on each line; empty values are omitted. */
  readonly data: readonly (readonly [label: string, value: string | readonly string[]])[];
  /** Upper bound of the answer, in words; 300 by default. */
  readonly maxWords?: number;
  /** From 0.0 for predictable text to 2.0; 0.5 by default. */
  readonly temperature?: number;
}

/** The start of a conversation, and the texts by which an answer that repeats it is recognised. */
export interface Opening {
  readonly messages: Message[];
  readonly maxWords: number;
  readonly temperature: number;
  /** Complete rules of the tool and of the SDK; none of them contains the user's input. */
  readonly rules: readonly string[];
  readonly fence: string;
}

const USUAL_WORDS = 300;
/** Length of a line of the sample that no answer has by chance. */
const LEAST_LEAK = 40;
/** Providers use 1.0, which invents more than a text about facts allows. */
const USUAL_TEMPERATURE = 0.5;

/** The maximum length of an answer in characters. */
export function longest(opening: Opening): number {
  return Math.max(16 * 1024, opening.maxWords * 48);
}

export function open<I>(prompt: Prompt, brief: Brief<I>, parts: Parts): Opening {
  const { phrases } = brief.around;
  const own = prompt.data.map(([label, value]) => [label, listed([value].flat())] as const);
  const shared = sharedData(brief, prompt.unbranded ?? false);
  // Of two values with one name the user's own is the one that is meant.
  const added = Object.entries(shared)
    .map(([key, value]) => [phrases.text(`prompt.data.${key}`), value] as const)
    .filter(([label]) => !own.some(([known]) => known === label));
  const data = [...own, ...added].filter(([, value]) => value !== "");
  const fence = fenceFor(data.map(([, value]) => value).join("\n"));
  const sample = phrases.find("prompt.sample")?.[0] ?? "";
  const rules = [
    ...(prompt.rules ?? []),
    instruction(parts, phrases),
    sample && `${phrases.text("prompt.sampled")}\n${sample}`,
    ...sharedRules(brief, shared),
    fill(phrases.text("prompt.fence"), { fence }),
  ].filter((rule) => rule !== "");
  const lines = data.map(([label, value]) => `${label}:${value.includes("\n") ? "\n" : " "}${value}\n`);
  const angle = prompt.angle ? `${prompt.angle}\n` : "";
  const order = `${angle}${phrases.text("prompt.go")}`;
  return {
    messages: [
      { role: "system", text: `${prompt.role}\n${rules.map((rule) => `\n- ${rule}`).join("")}` },
      { role: "user", text: `<${fence}>\n${lines.join("")}</${fence}>\n\n${order}` },
    ],
    maxWords: prompt.maxWords ?? USUAL_WORDS,
    temperature: prompt.temperature ?? USUAL_TEMPERATURE,
    rules: [
      prompt.role,
      ...(prompt.rules ?? []),
      phrases.text("prompt.language"),
      phrases.text("prompt.facts"),
      ...sample.split("\n").filter((line) => line.length >= LEAST_LEAK),
    ],
    fence,
  };
}

/** The number of the usual fence; not one that a text has by chance. */
const FENCE = 40_961;

/**
 * A mark that the data does not contain, so that it cannot close the fence. The same for almost every input: a provider
 * reuses its work for what is equal.
 */
function fenceFor(data: string): string {
  let number = FENCE;
  while (data.includes(`data-${number}`)) {
    number++;
  }
  return `data-${number}`;
}

/** Entries, one on each line; a single one without a bullet. */
function listed(entries: readonly string[]): string {
  return entries.length > 1 ? entries.map((entry) => `- ${entry}`).join("\n") : (entries[0] ?? "");
}

/** The data that belongs to the shared rules, by the keys of its labels. */
function sharedData<I>(brief: Brief<I>, unbranded: boolean): Record<string, string> {
  const { voice, brand } = brief.around;
  const own = (value: string) => (unbranded ? "" : value);
  return {
    brand: own(brand.name),
    "brand-description": own(brand.description),
    "brand-facts": own(listed(brand.facts)),
    "brand-tone": voice.tone === undefined ? own(brand.tone) : "",
    audience: voice.audience || own(brand.audience),
    wishes: voice.extra_instructions,
    avoid: listed(brand.avoid),
    glossary: listed(brand.glossary.map(({ source, target }) => `${source} → ${target}`)),
  };
}

/** Language, facts, tone, form of address, and those that name data: a rule names the label and never repeats it. */
function sharedRules<I>(brief: Brief<I>, shared: Record<string, string>): string[] {
  const { phrases, voice } = brief.around;
  const tone = shared["brand-tone"] ? "brand-tone" : `tone.${voice.tone ?? "neutral"}`;
  const named = ["audience", "wishes", "avoid", "glossary"].filter((key) => shared[key]);
  return [
    phrases.text("prompt.language"),
    phrases.text("prompt.facts"),
    phrases.text(`prompt.${tone}`),
    phrases.language === "pl" ? phrases.text(`prompt.address-form.${voice.address_form}`) : "",
    ...named.map((key) => phrases.text(`prompt.${key}`)),
  ];
}
