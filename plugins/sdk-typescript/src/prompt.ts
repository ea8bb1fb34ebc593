// The prompt: the tool's rules, the shared rules, and the user's words as data.

import type { Brief } from "./brief";
import type { Brand, Message } from "./contract";
import { instruction } from "./layout";
import type { Parts } from "./parts";
import { fill } from "./template";
import type { Phrases } from "./texts";

/** A prompt. Rules are the tool's own words; the user's input is `data`, so that it stays data. */
export interface Prompt {
  /** The author and the kind of text, in the result's language. */
  readonly role: string;
  /** Empty ones are omitted. */
  readonly rules?: readonly string[];
  /** The user's input, under its label; empty values are omitted. */
  readonly data: readonly (readonly [label: string, value: string | readonly string[]])[];
  /** Upper bound of the answer, in words; 300 by default. */
  readonly maxWords?: number;
  /** From 0.0 for predictable text to 2.0; the host's setting by default. */
  readonly temperature?: number;
}

/** The start of a conversation, and the texts by which an answer that repeats it is recognised. */
export interface Opening {
  readonly messages: Message[];
  readonly maxWords: number;
  readonly temperature: number | undefined;
  /** Complete rules of the tool and of the SDK; none of them contains the user's input. */
  readonly rules: readonly string[];
  readonly fence: string;
}

const USUAL_WORDS = 300;

/** The maximum length of an answer in characters. */
export function longest(opening: Opening): number {
  return Math.max(16 * 1024, opening.maxWords * 48);
}

export function open<I>(prompt: Prompt, brief: Brief<I>, parts: Parts): Opening {
  const { phrases, brand } = brief.around;
  const typed = prompt.data.map(
    ([label, value]) => [label, typeof value === "string" ? value : value.join(", ")] as const,
  );
  const data = [...typed, ...brandData(brand, phrases)].filter(([, value]) => value !== "");
  const fence = fenceFor(brief.seed, data.map(([, value]) => value).join("\n"));
  const rules = [
    ...(prompt.rules ?? []),
    ...sharedRules(brief),
    ...brandRules(brand, phrases),
    instruction(parts, phrases),
    fill(phrases.text("prompt.fence"), { fence }),
  ].filter((rule) => rule !== "");
  const lines = data.map(([label, value]) => `${label}:${value.includes("\n") ? "\n" : " "}${value}\n`);
  return {
    messages: [
      { role: "system", text: `${prompt.role}\n${rules.map((rule) => `\n- ${rule}`).join("")}` },
      { role: "user", text: `<${fence}>\n${lines.join("")}</${fence}>\n\n${phrases.text("prompt.go")}` },
    ],
    maxWords: prompt.maxWords ?? USUAL_WORDS,
    temperature: prompt.temperature,
    rules: [
      prompt.role,
      ...(prompt.rules ?? []),
      phrases.text("prompt.language"),
      phrases.text("prompt.facts"),
    ],
    fence,
  };
}

/** A mark that the data does not contain, so that it cannot close the fence. */
function fenceFor(seed: number, data: string): string {
  let mark = `data-${seed}`;
  for (let next = seed; data.includes(mark); next++) {
    mark = `data-${next}`;
  }
  return mark;
}

/** Language, tone, audience, form of address, wishes: the rules that all tools share. */
function sharedRules<I>(brief: Brief<I>): string[] {
  const { phrases, voice, brand } = brief.around;
  const audience = voice.audience || brand.audience;
  const isBrandsTone = voice.tone === undefined && brand.tone !== "";
  return [
    phrases.text("prompt.language"),
    phrases.text("prompt.facts"),
    isBrandsTone
      ? fill(phrases.text("prompt.brand-tone"), { tone: brand.tone })
      : phrases.text(`prompt.tone.${voice.tone ?? "neutral"}`),
    audience && fill(phrases.text("prompt.audience"), { audience }),
    phrases.language === "pl" ? phrases.text(`prompt.address-form.${voice.address_form}`) : "",
    voice.extra_instructions && fill(phrases.text("prompt.wishes"), { wishes: voice.extra_instructions }),
  ];
}

function brandRules(brand: Brand, phrases: Phrases): string[] {
  const terms = brand.glossary.map(({ source, target }) => `${source} → ${target}`).join("; ");
  const words = brand.avoid.join(", ");
  return [
    words && fill(phrases.text("prompt.avoid"), { words }),
    terms && fill(phrases.text("prompt.glossary"), { terms }),
  ];
}

function brandData(brand: Brand, phrases: Phrases): (readonly [string, string])[] {
  return [
    [phrases.text("prompt.data.brand"), brand.name],
    [phrases.text("prompt.data.brand-description"), brand.description],
    [phrases.text("prompt.data.brand-facts"), brand.facts.join("; ")],
  ];
}
