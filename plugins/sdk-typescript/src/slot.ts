// The state of one variant: requested, measured, and requested again if it does not fit.

import { clean, type Flaw, findFlaw, firstVariant } from "./answer";
import type { Check } from "./checks";
import { type Answer, type Failure, type Message, PluginFailure, type Request } from "./contract";
import { instruction, missing, titles } from "./layout";
import { penalty } from "./limits";
import type { AnyVariant, Parts } from "./parts";
import { longest, type Opening } from "./prompt";
import { fill } from "./template";
import type { Phrases } from "./texts";

/** The maximum number of repairs of a variant that does not fit. */
export const REPAIRS = 2;

/** A low temperature: the text is to be adjusted, not rewritten. */
const SOBER = 0.3;

/** A variant with its measures. */
export interface Attempt {
  readonly variant: AnyVariant;
  readonly checks: readonly Check[];
  readonly drafted: boolean;
}

/** Makes a measured variant of a cleaned answer, or of the draft. */
export type Measure = (source: string | AnyVariant, flaw: Flaw | undefined) => Omit<Attempt, "drafted">;

export class Slot {
  readonly #label: string;
  readonly #opening: Opening;
  /** Replaces the answer if no model is connected. */
  draft: AnyVariant = {};
  #best: Attempt | undefined;
  /** The last answer with the requested changes. */
  #open: { answer: string; advice: string[] } | undefined;
  #failure: Failure | undefined;

  constructor(place: number, opening: Opening) {
    this.#label = `variant-${place + 1}`;
    this.#opening = opening;
  }

  /** The first request; `draft` is its answer if no model is connected. */
  question(draft?: string): Request {
    return this.#request(this.#opening.messages, this.#opening.temperature, draft);
  }

  /** The next request, if the last answer does not fit. */
  repair(phrases: Phrases): Request | undefined {
    if (this.#open === undefined) {
      return undefined;
    }
    const { answer, advice } = this.#open;
    const list = advice.map((advice) => `- ${advice}\n`).join("");
    const text = `${phrases.text("advice.opening")}\n${list}${phrases.text("advice.closing")}`;
    const again: Message[] = answer === "" ? [] : [{ role: "assistant", text: answer }];
    return this.#request([...this.#opening.messages, ...again, { role: "user", text }], SOBER);
  }

  #request(messages: Message[], temperature?: number, draft?: string): Request {
    const optional = {
      ...(temperature !== undefined && { temperature }),
      ...(draft !== undefined && { draft }),
    };
    return { messages, maxWords: this.#opening.maxWords, showAs: this.#label, ...optional };
  }

  /** Processes an answer. One that lacks a required part of `parts` is requested again and does not count. */
  take(answer: Answer, parts: Parts, phrases: Phrases, screen: Phrases, measure: Measure): void {
    this.#open = undefined;
    if (answer.tag === "err") {
      this.#failure = answer.val;
      return;
    }
    if (answer.val.drafted) {
      this.#best = { ...measure(this.draft, undefined), drafted: true };
      return;
    }
    const text = firstVariant(clean(answer.val.text));
    const flaw = this.#flaw(text, phrases);
    if (flaw !== undefined && flaw !== "wrong-language" && flaw !== "repeats") {
      // Neither a refusal nor a leak should be shown to the model again.
      this.#open = { answer: "", advice: [phrases.text(`advice.${flaw}`)] };
      return;
    }
    const attempt = { ...measure(text, flaw), drafted: false };
    const lacking = missing(parts, attempt.variant);
    if (lacking.length > 0) {
      const required = Object.values(parts).filter(({ optional, computed }) => !optional && !computed);
      const message = fill(screen.text("run-errors.incomplete"), { parts: titles(lacking, screen) });
      this.#failure = lacking.length < required.length ? { tag: "unavailable", val: message } : undefined;
      const advice = fill(phrases.text("advice.missing"), { parts: titles(lacking, phrases) });
      this.#open = { answer: text, advice: [advice, instruction(parts, phrases)] };
      return;
    }
    const advice = attempt.checks.filter((check) => !check.ok).map((check) => check.advice);
    if (advice.length > 0) {
      this.#open = { answer: text, advice };
    }
    if (this.#best === undefined || badness(attempt) < badness(this.#best)) {
      this.#best = attempt;
    }
  }

  #flaw(text: string, phrases: Phrases): Flaw | undefined {
    if (text.length > longest(this.#opening)) {
      return "endless";
    }
    return findFlaw(text, this.#opening.rules, this.#opening.fence, phrases.language);
  }

  /** The best attempt, otherwise the reason why there is none. */
  finish(screen: Phrases): Attempt | PluginFailure {
    const unusable: Failure = { tag: "unavailable", val: screen.text("run-errors.unusable") };
    return this.#best ?? new PluginFailure(this.#failure ?? unusable);
  }
}

/** First by the level of its violations, then by their size. */
function badness({ checks }: Attempt): number {
  const broken = checks.filter((check) => !check.ok);
  return broken.reduce((sum, { limit, value }) => sum + penalty(limit, value), 0);
}
