import MiniSearch from "minisearch";
import { fold } from "../../ui/fold";

/** A section of a page, with what the search reads. */
export type Searchable = {
  id: string;
  page: string;
  title: string;
  text: string;
  words: string;
  isHelp: boolean;
};

/** Words of questions that say nothing about their subject, without accents. */
const EMPTY = new Set(
  (
    "a an and are at be by can do does for from how i if in is it me my not of on or so that the there this to was what " +
    "when where which who why will with you your want need get make mam chce czy dla do gdy gdzie i ja jak jaki jakie jest " +
    "kiedy kto ktory ktore mi mnie moge mozna moj moja moje na nie o od po potrzebuje sa sie skad swoj swoje ta te to tu w we " +
    "z za ze zeby zrobic robie co ile jesli sobie"
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

/** Search with prefixes, without accents and endings, tolerant of typing errors. */
export function searchIn(sections: Searchable[]) {
  const index = new MiniSearch<Searchable>({
    fields: ["title", "page", "words", "text"],
    storeFields: ["title", "page", "text", "isHelp"],
    processTerm: stem,
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 3 ? 0.25 : false),
      boost: { title: 4, page: 2, words: 2 },
      weights: { fuzzy: 0.2, prefix: 0.5 },
      boostDocument: (_id, _term, stored) => (stored?.isHelp ? HELP : 1),
    },
  });
  index.addAll(sections);
  /** The best sections: those with all words, or else those with most of them. */
  return (query: string) => {
    const all = index.search(query, { combineWith: "AND" });
    return all.length > 0 ? all : index.search(query, { combineWith: "OR" });
  };
}
