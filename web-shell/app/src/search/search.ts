import MiniSearch, { type SearchResult } from "minisearch";
import { fold } from "../ui/fold";
import { indexedWords, termOf, wantedWords } from "./words";

/** Something that can be found. */
export type Entry = {
  id: string;
  /** What the user sees; matches are marked in it. */
  title: string;
  /** Other names in the language of the screen, separated by "|". */
  terms?: string;
  /** Names in the other language, separated likewise. */
  elsewhere?: string;
  /** A longer description, which counts least. */
  about?: string;
};

/** How well an entry matches, best first. */
export const RANK = { begins: 4, title: 3, everywhere: 2, partly: 1 } as const;

export type Found = {
  id: string;
  rank: number;
  score: number;
  /** The indexed words that matched. */
  matched: string[];
};

const FIELDS = ["title", "terms", "elsewhere", "about"] as const;
const BOOST = { title: 4, terms: 3, elsewhere: 2, about: 0.6 };
/** A search for a need may have words that no tool knows; one that is hit by fewer is no result. */
const LEAST_COVERED = 0.5;
/** Results far below the best are noise. */
const LEAST_SCORE = 0.2;
/** In a long list, so few letters match thousands of entries: the first entries that have them are enough. */
const FEW_LETTERS = 2;
/** Entries that are added to an index before the page may react to a key. */
const AT_ONCE = 150;

/** Typing errors per word: none in a short one. */
const fuzziness = (term: string) => (term.length > 3 ? 0.25 : false);

type Options = {
  /** Whether one word of a search suffices, as in the description of a need; otherwise each has to match. */
  some?: boolean;
};

/** A searchable list: without accents and endings, with typing errors, words in any order. */
export class Search {
  private readonly titles = new Map<string, string>();
  /** The names of each entry as indexed words. */
  private readonly phrases = new Map<string, string[][]>();
  /** Of a long list: the entries with their folded titles, in their order. */
  private long: { id: string; folded: string }[] | null = null;
  private readonly index = new MiniSearch<Entry>({
    fields: [...FIELDS],
    tokenize: indexedWords,
    processTerm: termOf,
    searchOptions: { tokenize: wantedWords, prefix: true, fuzzy: fuzziness, maxFuzzy: 2, boost: BOOST },
  });

  constructor(private readonly options: Options = {}) {}

  static of(entries: readonly Entry[], options?: Options): Search {
    const search = new Search(options);
    search.note(entries);
    search.index.addAll(entries);
    return search;
  }

  /** For long lists: the page stays responsive meanwhile. */
  static async ofMany(entries: readonly Entry[], options?: Options): Promise<Search> {
    const search = new Search(options);
    search.note(entries);
    search.long = entries.map(({ id, title }) => ({ id, folded: ` ${fold(title)}` }));
    await search.index.addAllAsync(entries, { chunkSize: AT_ONCE });
    return search;
  }

  private note(entries: readonly Entry[]) {
    for (const { id, title, terms, elsewhere } of entries) {
      this.titles.set(id, title);
      const names = [terms, elsewhere].flatMap((text) => text?.split("|") ?? []);
      if (names.length > 0)
        this.phrases.set(
          id,
          names.map((name) => indexedWords(name).map(termOf)),
        );
    }
  }

  /** The best matches, at most `most`. */
  find(query: string, most: number): Found[] {
    const wantedText = fold(query.trim());
    if (this.long && wantedText.length <= FEW_LETTERS) return this.first(this.long, wantedText, most);
    const results = this.index.search(query, {
      combineWith: this.options.some ? "OR" : "AND",
      // One letter of several words begins too much in a long list.
      prefix: (term) => !this.long || term.length > 1,
    });
    const count = new Set(wantedWords(query).map(termOf)).size;
    const looked = results.slice(0, most * 4).map((result) => this.judged(result, query, count));
    const best = Math.max(LEAST_COVERED, ...looked.map(({ covered }) => covered));
    const whole = looked.filter(({ covered }) => covered === best);
    // A typing error is forgiven only where nothing matches as it is written.
    const isWritten = whole.some(({ isExact }) => isExact);
    const wanted = looked
      .filter(({ covered, isExact }) => covered >= best * 0.75 && (isExact || !isWritten))
      .sort((one, other) => other.rank - one.rank || other.score - one.score);
    const top = wanted[0]?.score ?? 0;
    return wanted.filter(({ score }) => score >= top * LEAST_SCORE).slice(0, most);
  }

  /** The first entries with a word that begins with these letters. */
  private first(entries: { id: string; folded: string }[], letters: string, most: number): Found[] {
    const found: Found[] = [];
    if (letters === "") return found;
    for (const { id, folded } of entries) {
      if (!folded.includes(` ${letters}`)) continue;
      const rank = folded.startsWith(` ${letters}`) ? RANK.begins : RANK.title;
      found.push({ id, rank, score: 1, matched: [] });
      if (found.length === most) break;
    }
    return found.sort((one, other) => other.rank - one.rank);
  }

  private judged(result: SearchResult, query: string, count: number) {
    const id = result.id as string;
    const title = this.titles.get(id) ?? "";
    const covered = count === 0 ? 1 : result.queryTerms.length / count;
    const { match, terms, queryTerms } = result;
    const inTitle = Object.values(match).filter((fields) => fields.includes("title")).length;
    const isExact = queryTerms.every((term) => terms.some((found) => found.startsWith(term)));
    const isNamed = () =>
      this.phrases
        .get(id)
        ?.some((name) => queryTerms.every((term) => name.some((word) => word.startsWith(term))));
    const rank = rankOf(title, query, covered, inTitle >= count || Boolean(isNamed()));
    return { id, rank, score: result.score * covered ** 2, matched: terms, covered, isExact };
  }
}

function rankOf(title: string, query: string, covered: number, inTitle: boolean): number {
  if (fold(title).startsWith(fold(query.trim()))) return RANK.begins;
  if (covered < 1) return RANK.partly;
  return inTitle ? RANK.title : RANK.everywhere;
}
