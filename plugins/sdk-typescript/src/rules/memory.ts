// Pages and a site in memory, for tests of a pack without WebAssembly.

import type { Condition, Selection } from "sitewright:plugin/crawl@0.1.0";
import type { Finding, Severity, Table } from "sitewright:plugin/facts@0.1.0";
import type { SiteTable, Tables } from "../generated/facts";
import type { Pack } from "./pack";
import { THE_SITE } from "./report";
import { COLUMNS, cellsOf, type Row, type TableName, UNKNOWN } from "./rows";
import type { Source } from "./site";

/** The columns of a new row. What is left out is 0, false or empty. */
export type New<T extends TableName> = {
  readonly [Name in Exclude<
    keyof Tables[T],
    keyof Row | "isDocument"
  > as Tables[T][Name] extends readonly Row[] ? never : Name]?: Tables[T][Name];
};

/** The rows of a page. */
export type Rows = { readonly [T in Exclude<TableName, SiteTable | "pages">]?: readonly New<T>[] };

/** A finding. */
export interface MemoryFinding {
  readonly rule: string;
  /** The number of the page; none for the site. */
  readonly page: number | undefined;
  readonly severity: Severity;
  readonly values: Readonly<Record<string, number | string>>;
  readonly evidence: readonly (readonly [table: string, row: number])[];
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

type Cells = Readonly<Record<string, unknown>>;

/** A crawl that is finished. Pages have the numbers of their places. */
export class MemorySite {
  readonly #pages: { page: Cells; rows: Rows }[] = [];
  readonly #site = new Map<SiteTable, Cells[]>();
  /** The settings of rules, as in the contract. */
  settings = "{}";
  /** Milliseconds since the Unix epoch. */
  now = 1_767_225_600_000n;

  /** Adds a page with its rows: an HTML page with the status 200, unless `page` says otherwise. */
  page(page: New<"pages">, rows: Rows = {}): this {
    const usual = { status: page.failure ? 0 : 200, html: !page.mediaType };
    this.#pages.push({ page: { ...usual, ...page, number: this.#pages.length }, rows });
    return this;
  }

  /** Adds rows to a table of the site. */
  add<T extends SiteTable>(table: T, ...rows: New<T>[]): this {
    this.#site.set(table, [...(this.#site.get(table) ?? []), ...rows]);
    return this;
  }

  /** What the pack finds, by page and in the order of its rules. Throws if a finding breaks the contract. */
  check(pack: Pack): MemoryFinding[] {
    const { tables, rules } = pack.describe("en");
    const findings: Finding[] = [];
    const source: Source = {
      select: (table, conditions, after, limit) => this.#select(table, conditions, Number(after), limit),
      pages: (numbers, tables) => this.#batch([...numbers], tables),
      report: (found) => findings.push(...found),
      now: () => this.now,
    };
    const every = this.#pages.map((_, number) => number);
    findings.push(...pack.checkPages(this.#batch(every, tables), this.settings, source));
    pack.checkSite(this.settings, source);
    const seen = new Set<string>();
    return findings
      .toSorted((one, other) => one.page - other.page)
      .map(({ rule, page, severity, values, evidence }) => {
        const { id = "", values: kinds = [] } = rules[rule] ?? {};
        const given: Record<string, number | string> = JSON.parse(values);
        const names = kinds.map(({ name }) => name).sort();
        if (String(Object.keys(given).sort()) !== String(names)) {
          throw new Error(`the values of "${id}" are ${Object.keys(given)}, and those of its file ${names}`);
        }
        if (seen.has(`${id} ${page}`)) {
          throw new Error(`"${id}" has two findings for one page`);
        }
        seen.add(`${id} ${page}`);
        const shown = evidence.map(({ table, row }) => [tables[table] ?? "", row] as const);
        return {
          rule: id,
          page: page === THE_SITE ? undefined : page,
          severity,
          values: given,
          evidence: shown,
        };
      });
  }

  /** The ids of the rules that a page breaks. */
  broken(pack: Pack, page: number): string[] {
    return this.check(pack)
      .filter((found) => found.page === page)
      .map(({ rule }) => rule);
  }

  #batch(numbers: readonly number[], tables: readonly string[]): Table[] {
    const pages = numbers.flatMap((number) => this.#pages[number] ?? []);
    const rows = new Map<string, Cells[]>(tables.map((table) => [table, []]));
    for (const { page, rows: own } of pages) {
      const ranges = COLUMNS.pages.flatMap(({ property, of }) => {
        const all = of && rows.get(of);
        const more: readonly Cells[] = (of && own[of as keyof Rows]) ?? [];
        const range = [property, [all?.length ?? 0, all ? more.length : 0]] as const;
        all?.push(...more);
        return of ? [range] : [];
      });
      rows.get("pages")?.push({ ...page, ...Object.fromEntries(ranges) });
    }
    return tables.map((table) => written(table as TableName, rows.get(table) ?? []));
  }

  #select(table: string, conditions: readonly Condition[], after: number, limit: number): Selection {
    const columns = COLUMNS[table as SiteTable];
    const number = (row: Cells, name: string) => {
      const column = columns.find((column) => column.name === name);
      if (column?.kind !== "number" && column?.kind !== "flag") {
        throw new Error(`the table "${table}" has no column "${name}" with numbers`);
      }
      return Number(row[column.property] ?? 0);
    };
    const holds = (row: Cells) =>
      conditions.every(({ column, test }) => {
        const value = number(row, column);
        return test.tag === "within"
          ? test.val.least <= value && value <= test.val.most
          : (value & test.val.mask) >>> 0 === test.val.value;
      });
    const all = this.#site.get(table as SiteTable) ?? [];
    const end = after + limit;
    const rows = written(table as SiteTable, all.slice(after, end).filter(holds));
    return end < all.length ? { rows, next: BigInt(end) } : { rows };
  }
}

/** Rows as the contract has them. */
function written(table: TableName, rows: readonly Cells[]): Table {
  const columns = COLUMNS[table];
  const cells: number[] = [];
  let text = "";
  let size = 0;
  for (const row of rows) {
    for (const { property, kind } of columns) {
      const value = row[property];
      if (kind === "rows") {
        cells.push(...((value as [number, number] | undefined) ?? [0, 0]));
      } else if (kind === "wide") {
        const wide = (value as bigint | undefined) ?? 0n;
        cells.push(Number(BigInt.asUintN(32, wide)), Number(wide >> 32n));
      } else if (kind === "number" || kind === "flag") {
        cells.push(Number(value ?? 0));
      } else if (value === undefined && kind === "maybe") {
        cells.push(UNKNOWN, 0);
      } else {
        const said = String(value ?? "");
        const bytes = new TextEncoder().encode(said).length;
        cells.push(size, bytes);
        text += said;
        size += bytes;
      }
    }
  }
  const last = columns.at(-1);
  const width = last === undefined ? 0 : last.cell + cellsOf(last.kind);
  return { width, cells: Uint32Array.from(cells), text };
}
