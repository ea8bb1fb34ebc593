import type { Condition, Selection } from "sitewright:plugin/crawl@0.1.0";
import type { Finding, Table } from "sitewright:plugin/facts@0.1.0";
import { type Page, Questions, type SiteTable, type State, type Tables } from "../generated/facts";
import { Batch, COLUMNS, type Row, type TableName } from "./rows";

/** The most that the host returns at once. */
const ROWS = 1000;
const PAGES = 50;
/** The flag of a page that search engines may show, in `states`. */
const INDEXABLE = 32;

/** The host's side: the imports of a component, or a site in memory. */
export interface Source {
  select(table: string, conditions: Condition[], after: bigint, limit: number): Selection;
  pages(numbers: Uint32Array, tables: string[]): Table[];
  report(findings: Finding[]): void;
  /** Milliseconds since the Unix epoch. */
  now(): bigint;
}

/** The columns of a table that have numbers or flags. */
type Countable<T extends SiteTable> = {
  [Name in Exclude<keyof Tables[T], keyof Row>]: Tables[T][Name] extends number | boolean ? Name : never;
}[Exclude<keyof Tables[T], keyof Row>] &
  string;

/** A question about a table of the site. The rows are read in blocks. */
export class Query<T extends SiteTable> implements Iterable<Tables[T]> {
  readonly #source: Source;
  readonly #table: T;
  readonly #conditions: readonly Condition[];

  constructor(source: Source, table: T, conditions: readonly Condition[] = []) {
    this.#source = source;
    this.#table = table;
    this.#conditions = conditions;
  }

  /** The column has this number. */
  is(column: Countable<T>, number: number): Query<T> {
    return this.within(column, number, number);
  }

  /** The column has a number of this range; both ends are included. */
  within(column: Countable<T>, least: number, most: number): Query<T> {
    return this.#test(column, { tag: "within", val: { least, most } });
  }

  /** The column has all of these bits. */
  has(column: Countable<T>, bits: number): Query<T> {
    return this.#test(column, { tag: "has", val: { mask: bits, value: bits } });
  }

  /** The column has none of these bits. */
  hasNot(column: Countable<T>, bits: number): Query<T> {
    return this.#test(column, { tag: "has", val: { mask: bits, value: 0 } });
  }

  #test(property: string, test: Condition["test"]): Query<T> {
    const column = COLUMNS[this.#table].find((column) => column.property === property)?.name ?? property;
    return new Query(this.#source, this.#table, [...this.#conditions, { column, test }]);
  }

  *[Symbol.iterator](): Generator<Tables[T]> {
    let after = 0n;
    for (;;) {
      const { rows, next } = this.#source.select(this.#table, [...this.#conditions], after, ROWS);
      yield* new Batch([this.#table], [rows]).rows(this.#table);
      if (next === undefined || next <= after) {
        return;
      }
      after = next;
    }
  }

  /** The number of rows. */
  count(): number {
    let count = 0;
    for (const _ of this) {
      count += 1;
    }
    return count;
  }
}

/** Pages that share something. */
export interface Group {
  /** The number of each page, and how similar it is to the first one in thousandths. */
  readonly pages: { readonly page: number; readonly similarity: number }[];
}

/** The crawl of a site. */
export class Site extends Questions {
  readonly #source: Source;
  readonly #tables: readonly TableName[];
  #indexable: Map<number, string> | undefined;

  constructor(source: Source, tables: readonly TableName[]) {
    super();
    this.#source = source;
    this.#tables = tables;
  }

  protected query<T extends SiteTable>(table: T): Query<T> {
    return new Query(this.#source, table);
  }

  /** Reads pages by their numbers, in the order of the list, with the tables of the pack. Pages that were not read are
   * left out. */
  *pages(numbers: readonly number[]): Generator<Page> {
    for (let first = 0; first < numbers.length; first += PAGES) {
      const block = Uint32Array.from(numbers.slice(first, first + PAGES));
      yield* new Batch(this.#tables, this.#source.pages(block, [...this.#tables])).rows("pages");
    }
  }

  /** Groups of pages with this kind of duplicates. */
  *groups(kind: number): Generator<Group> {
    let number: number | undefined;
    let pages: Group["pages"] = [];
    for (const { group, page, similarity } of this.duplicates().is("kind", kind)) {
      if (number !== undefined && number !== group) {
        yield { pages };
        pages = [];
      }
      number = group;
      pages.push({ page, similarity });
    }
    if (number !== undefined) {
      yield { pages };
    }
  }

  /** The pages that search engines may show, with the language of each. They are read once. */
  indexable(): ReadonlyMap<number, string> {
    this.#indexable ??= new Map(
      [...this.states().has("flags", INDEXABLE)].map(({ number, language }) => [number, language]),
    );
    return this.#indexable;
  }

  /** The state of one address. */
  state(number: number): State | undefined {
    const [state] = this.states().is("number", number);
    return state;
  }

  /** The address with a number; empty if there is none. */
  url(number: number): string {
    return this.state(number)?.url ?? "";
  }
}
