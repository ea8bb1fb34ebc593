import { fieldsOf } from "../form/fields";
import type { Schema } from "../shapes";

export type UsedFact = { text: string; isUsed: boolean };

/** Letters of a word that have to match: the rest may be inflected. */
const STEM = 5;
/** Shorter words say little about whether a fact was used. */
const SHORTEST = 4;
/** The share of its words that a text must contain to contain a fact. */
const SHARE = 0.6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}]+|\d+(?:[.,]\d+)*/gu) ?? [];
const isNumber = (word: string) => /^\d/.test(word);

/** Whether a text contains a fact: all of its numbers, and most of its words in some form. */
export function contains(text: string, fact: string): boolean {
  const words = wordsOf(text);
  const numbers = new Set(words.filter(isNumber));
  const stems = new Set(words.map((word) => word.slice(0, STEM)));
  const asked = wordsOf(fact);
  const long = asked.filter((word) => !isNumber(word) && word.length >= SHORTEST);
  const found = long.filter((word) => stems.has(word.slice(0, STEM)));
  const hasNumbers = asked.filter(isNumber).every((number) => numbers.has(number));
  if (!long.length) return asked.length > 0 && hasNumbers && asked.every((word) => words.includes(word));
  return hasNumbers && found.length / long.length >= SHARE;
}

/** The listed facts of an input, such as features and keywords, and whether a text contains them. */
export function usedFacts(schema: Schema, input: Record<string, unknown>, text: string): UsedFact[] {
  const lists = fieldsOf(schema).filter(({ kind }) => kind === "tags");
  const facts = lists.flatMap(({ name }) => {
    const listed = input[name];
    return Array.isArray(listed) ? listed.map(String) : [];
  });
  return [...new Set(facts)].map((fact) => ({ text: fact, isUsed: contains(text, fact) }));
}
