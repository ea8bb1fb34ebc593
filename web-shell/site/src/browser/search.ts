import MiniSearch from "minisearch";
import { fold } from "../../../app/src/ui/fold";

/** A section of a page, with what the search reads. */
export type Searchable = {
  id: string;
  page: string;
  title: string;
  text: string;
  words: string;
  whole: string;
  isHelp: boolean;
};

/** Words of questions that say nothing about their subject, without accents. */
const EMPTY = new Set(
  (
    "a an and are at be by can do does for from how i if in is it me my not of on or so that the there this to was what " +
    "when where which only instead just who why will with you your want need get make mam chce czy dla do gdy gdzie i ja jak jaki jakie jest " +
    "kiedy kto ktory ktore mi mnie moge mozna moj moja moje na nie o od po potrzebuje sa sie skad swoj swoje ta te to tu w we " +
    "z za ze zeby zrobic robie co ile jesli sobie zamiast tylko"
  ).split(" "),
);

/** The endings that an inflected word may lose, the longest first; what stays has at least this many letters. */
const ENDINGS =
  /(?:owanie|owania|iami|ami|ach|ing|ego|emu|ych|ymi|imi|ow|om|em|ie|ia|iu|ej|es|ed|y|i|a|e|o|u|s)$/;
const STEM = 4;

/** A word without accents and ending: „zestawu” and „zestawie” are both „zestaw”. Words of questions are left out. */
export function stem(word: string): string | null {
  const plain = fold(word);
  if (!plain || EMPTY.has(plain)) return null;
  const short = plain.replace(ENDINGS, "");
  return short.length >= STEM ? short : plain;
}

/** How much more a page for users counts than one for developers. */
const HELP = 4;

/** The share of a word's letters that may be wrong: two of five, as in “brnad”. */
const MISTYPED = 0.3;

/** Search with prefixes, without accents and endings, tolerant of typing errors. */
export function searchIn(sections: Searchable[]) {
  const index = new MiniSearch<Searchable>({
    fields: ["title", "page", "words", "text", "whole"],
    storeFields: ["title", "page", "text", "isHelp"],
    processTerm: stem,
    searchOptions: {
      prefix: (term) => term.length > 2,
      boost: { title: 4, page: 2, words: 3, whole: 0.5 },
      weights: { fuzzy: 0.2, prefix: 0.5 },
      // The overview names every subject, but answers nothing.
      boostDocument: (id, _term, stored) => (stored?.isHelp && !/^help(#|$)/.test(id) ? HELP : 1),
    },
  });
  index.addAll(sections);
  const mistyped = (term: string) => (term.length > 3 ? MISTYPED : false);
  /** The best sections: those with all words, or with words like these, or with most of them. */
  return (query: string) => {
    const exact = index.search(query, { combineWith: "AND" });
    if (exact.length > 0) return exact;
    const similar = index.search(query, { combineWith: "AND", fuzzy: mistyped });
    return similar.length > 0 ? similar : index.search(query, { combineWith: "OR", fuzzy: mistyped });
  };
}
