import { fold } from "../ui/fold";

/** Words that say nothing about what is wanted, in both languages, folded. The server ignores the same ones. */
const STOP_WORDS = new Set(
  (
    "a an and at by for from in my of on or our the to with your " +
    "czy dla do i lub mi moj moja moje na o od po pod w z ze"
  ).split(" "),
);

/** Endings of Polish and English words, folded, longest first. */
const ENDINGS = [
  ..."owego owych owym owej iami iego iemu ach ami ego emu ych ymi ich iej iem iow owi owy owa owe".split(
    " ",
  ),
  ..."ing em om ow ie ia iu es ej ym im a e i o u y s".split(" "),
].sort((one, other) => other.length - one.length);

/** A shorter word is not cut, since little would be left to recognise it by. */
const SHORTEST_STEM = 4;

/** The words of a text as they are written. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** A folded word without its ending, so that "sklepu" finds "sklep" and "customers" finds "customer". */
export function stem(word: string): string {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  return ending ? word.slice(0, -ending.length) : word;
}

/** How a word is indexed and searched. */
export const termOf = (word: string): string => stem(fold(word));

const isStopWord = (word: string) => STOP_WORDS.has(fold(word));

/** The words of a search that count: all of them if it has only stop words. "e-mail" is one word. */
export function wantedWords(query: string): string[] {
  const all = wordsOf(joined(query));
  const counting = all.filter((word) => !isStopWord(word));
  return counting.length > 0 ? counting : all;
}

/** The words of a text that are indexed. */
export const indexedWords = (text: string): string[] =>
  wordsOf(joined(text)).filter((word) => !isStopWord(word));

/** One letter and its hyphen belong to the next word. */
const joined = (text: string) => text.replace(/\b(\p{L})-(?=\p{L})/gu, "$1");
