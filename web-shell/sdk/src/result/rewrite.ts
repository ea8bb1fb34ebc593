import type { Schema, Tool, Variant } from "../shapes";
import { resultFields, variantText } from "./fields";

/** The ways to rewrite a text. */
export type Wish = { kind: "again" | "shorter" | "longer" } | { kind: "tone"; tone: string };

/** Instructions for the model besides the user's own, in the language of the result. */
const SENTENCES = {
  en: {
    again: (start: string) => `Write it quite differently; do not begin like this: “${start}”.`,
    shorter: (words: number) => `Write it clearly shorter: at most ${words} words.`,
    longer: (words: number) => `Write it in more detail: about ${words} words.`,
  },
  pl: {
    again: (start: string) => `Napisz to zupełnie inaczej; nie zaczynaj tak: „${start}”.`,
    shorter: (words: number) => `Napisz to wyraźnie krócej: najwyżej ${words} słów.`,
    longer: (words: number) => `Napisz to obszerniej: około ${words} słów.`,
  },
};

/** Maximum length of the field for instructions, in characters. */
const LONGEST = 1000;

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

function sentenceOf(wish: Wish, text: string, language: string): string {
  const sentences = SENTENCES[language === "pl" ? "pl" : "en"];
  const words = wordsOf(text);
  if (wish.kind === "again") return sentences.again(words.slice(0, 6).join(" "));
  if (wish.kind === "shorter") return sentences.shorter(Math.max(5, Math.round(words.length * 0.65)));
  if (wish.kind === "longer") return sentences.longer(Math.round(words.length * 1.5) + 5);
  return "";
}

const propertiesOf = (tool: Tool) => (tool.input as Schema).properties ?? {};

/** The tones of a tool, with their titles; empty if it has none. */
export function tonesOf(tool: Tool): { id: string; title: string }[] {
  const options = propertiesOf(tool).tone?.oneOf ?? [];
  return options.map((option) => ({ id: String(option.const), title: option.title ?? String(option.const) }));
}

/** Whether a tool accepts instructions on how to write. */
export const takesWishes = (tool: Tool) => "extra_instructions" in propertiesOf(tool);

/** The input that rewrites one variant. */
export function rewriteInput(
  tool: Tool,
  input: Record<string, unknown>,
  variant: Variant,
  field: string | null,
  wish: Wish,
): Record<string, unknown> {
  const properties = propertiesOf(tool);
  const fields = resultFields(tool.output as Schema, variant);
  const text = variantText(field ? fields.filter(({ name }) => name === field) : fields);
  const next = { ...input };
  if ("variants" in properties) next.variants = properties.variants?.minimum ?? 1;
  if (wish.kind === "tone") next.tone = wish.tone;
  const sentence = sentenceOf(wish, text, String(input.language ?? "en"));
  const wishes = [input.extra_instructions, sentence].filter(Boolean).join(" ");
  if (sentence && takesWishes(tool) && wishes.length <= LONGEST) next.extra_instructions = wishes;
  return next;
}
