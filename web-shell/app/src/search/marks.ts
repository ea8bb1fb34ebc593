import { fold } from "../ui/fold";
import { termOf, wantedWords } from "./words";

/** A part of a text, marked if it matches a search. */
export type Part = { text: string; isMarked: boolean };

/** The length of the common beginning of two folded words. Folding keeps the number of letters. */
function common(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The letters of a word that a search matched: its beginning, or the whole word if the search has a typing error. */
function markedLetters(word: string, query: readonly string[], matched: ReadonlySet<string>): number {
  const folded = fold(word);
  const begun = Math.max(0, ...query.map((wanted) => (folded.startsWith(wanted) ? wanted.length : 0)));
  if (begun > 0) return begun;
  if (!matched.has(termOf(word))) return 0;
  const alike = Math.max(0, ...query.map((wanted) => common(folded, wanted)));
  return alike > 2 ? alike : word.length;
}

/** A title in parts, with the letters marked that a search matched. */
export function marksOf(title: string, query: string, matched: readonly string[]): Part[] {
  const wanted = wantedWords(query).map(fold);
  const terms = new Set(matched);
  const parts: Part[] = [];
  const push = (text: string, isMarked: boolean) => {
    const last = parts.at(-1);
    if (!text) return;
    if (last?.isMarked === isMarked) last.text += text;
    else parts.push({ text, isMarked });
  };
  for (const [word] of title.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const isWord = /[\p{L}\p{N}]/u.test(word);
    const count = isWord ? markedLetters(word, wanted, terms) : 0;
    push(word.slice(0, count), true);
    push(word.slice(count), false);
  }
  return parts;
}
