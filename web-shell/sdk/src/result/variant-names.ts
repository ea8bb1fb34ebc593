import type { Schema, Variant } from "../shapes";
import { resultFields } from "./fields";

/** Words of two names that may be equal before the difference: more of them are left out. */
const SHARED_WORDS = 2;
const CHARACTERS = 40;

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** How many words all texts begin with. */
function sharedStart(texts: string[][]): number {
  const [first = [], ...others] = texts;
  const end = first.findIndex((word, place) => others.some((other) => other[place] !== word));
  return end < 0 ? first.length : end;
}

/** The texts without their common beginning, of which the last words stay for the context. */
function withoutStart(texts: string[]): string[] {
  const words = texts.map((text) => wordsOf(text.replace(/[#*_`>]/g, "")));
  // Equal texts have no difference to show.
  const isDifferent = new Set(texts).size > 1;
  const left = isDifferent ? sharedStart(words) - SHARED_WORDS : 0;
  const cut = (all: string[]) => (left > 0 ? `…${all.slice(left).join(" ")}` : all.join(" "));
  return words.map((all) => cut(all).slice(0, CHARACTERS).trim());
}

/**
 * Short names of variants, made of what differs: the first field that is different in each variant, such as the
 * subject of an email. Equal variants have equal names.
 */
export function variantNames(output: Schema, variants: Variant[]): string[] {
  const fields = variants.map((variant) => resultFields(output, variant));
  const names = [...new Set(fields.flatMap((all) => all.map(({ name }) => name)))];
  const textsOf = (wanted: string) =>
    fields.map((all) => all.find(({ name }) => name === wanted)?.text.trim() ?? "");
  const differs = names
    .map(textsOf)
    .find((texts) => texts.every(Boolean) && new Set(texts).size === texts.length);
  const whole = fields.map((all) => all.map(({ text }) => text).join(" "));
  return withoutStart(differs ?? whole);
}
