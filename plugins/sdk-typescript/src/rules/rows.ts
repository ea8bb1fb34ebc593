/// <reference path="../generated/contract/sitewright-plugin-crawl.d.ts" />
/// <reference path="../generated/contract/sitewright-plugin-facts.d.ts" />
/// <reference path="../generated/contract/sitewright-plugin-rules.d.ts" />
/// <reference path="../generated/contract/sitewright-plugin-types.d.ts" />

// Reads the tables in which a crawl is described: two buffers each, cells and text.

import type { Table } from "sitewright:plugin/facts@0.1.0";
import { LAYOUT, type Tables } from "../generated/facts";

/** A number that is not known, such as the depth of a page to which no path of links leads. */
export const UNKNOWN = 0xffff_ffff;

export type TableName = keyof Tables;

/** A row of a table. */
export interface Row {
  readonly table: TableName;
  /** The row's number in its table. */
  readonly index: number;
  readonly batch: Batch;
}

export interface PageRow extends Row {
  /** Whether it is a page of the site that was read: HTML with a status of success. */
  readonly isDocument: boolean;
}

export interface Column {
  /** As in the contract. */
  readonly name: string;
  /** As the property of a row. */
  readonly property: string;
  readonly kind: string;
  /** The table to which its rows belong. */
  readonly of: TableName | undefined;
  /** The first of its cells. */
  readonly cell: number;
}

/** The cells of a column. */
export const cellsOf = (kind: string): number => (kind === "number" || kind === "flag" ? 1 : 2);

function columns(layout: string): readonly Column[] {
  let next = 0;
  return layout.split(" ").map((written) => {
    const [name = "", kind = "", of] = written.split(":");
    const cell = next;
    next += cellsOf(kind);
    const property = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { name, property, kind, of: of as TableName | undefined, cell };
  });
}

export const COLUMNS = Object.fromEntries(
  Object.entries(LAYOUT).map(([table, layout]) => [table, columns(layout)]),
) as Readonly<Record<TableName, readonly Column[]>>;

// Every engine has them, but no library of TypeScript that is not one of browsers.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(encoding: string, options: { ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

/** Made once: it costs more than reading a text. */
let decoder: TextDecoder | undefined;

class View {
  readonly #table: Table;
  #bytes: Uint8Array | undefined;

  constructor(table: Table) {
    this.#table = table;
  }

  get length(): number {
    const { width, cells } = this.#table;
    return width === 0 ? 0 : Math.floor(cells.length / width);
  }

  /** A cell; 0 if the table is narrower than the layout. */
  number(row: number, cell: number): number {
    const { width, cells } = this.#table;
    return cell < width ? (cells[row * width + cell] ?? 0) : 0;
  }

  text(row: number, cell: number): string | undefined {
    const { width, text } = this.#table;
    const start = this.number(row, cell);
    if (start === UNKNOWN || cell >= width) {
      return undefined;
    }
    const end = start + this.number(row, cell + 1);
    this.#bytes ??= new TextEncoder().encode(text);
    // Offsets count bytes. In ASCII they count characters too.
    if (this.#bytes.length === text.length) {
      return text.slice(start, end);
    }
    decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
    return decoder.decode(this.#bytes.subarray(start, end));
  }
}

abstract class Reader implements Row {
  abstract readonly table: TableName;
  readonly batch: Batch;
  readonly view: View;
  readonly index: number;

  constructor(batch: Batch, view: View, index: number) {
    this.batch = batch;
    this.view = view;
    this.index = index;
  }
}

function read({ batch, view, index }: Reader, { kind, of, cell }: Column): unknown {
  const number = view.number(index, cell);
  switch (kind) {
    case "flag":
      return number !== 0;
    case "text":
      return view.text(index, cell) ?? "";
    case "maybe":
      return view.text(index, cell);
    case "wide":
      return BigInt(number) | (BigInt(view.number(index, cell + 1)) << 32n);
    case "rows":
      return of && batch.rows(of).slice(number, number + view.number(index, cell + 1));
    default:
      return number;
  }
}

/** The class of a table's rows: a property for each column. */
function reader(table: TableName): new (batch: Batch, view: View, index: number) => Reader {
  class Of extends Reader {
    get table(): TableName {
      return table;
    }
  }
  for (const column of COLUMNS[table]) {
    Object.defineProperty(Of.prototype, column.property, {
      get(this: Reader) {
        return read(this, column);
      },
    });
  }
  if (table === "pages") {
    Object.defineProperty(Of.prototype, "isDocument", {
      get(this: Tables["pages"]) {
        return this.role === 0 && this.html && this.status >= 200 && this.status < 300;
      },
    });
  }
  return Of;
}

const READERS = Object.fromEntries(
  (Object.keys(LAYOUT) as TableName[]).map((table) => [table, reader(table)]),
) as Record<TableName, ReturnType<typeof reader>>;

const NONE: Table = { width: 0, cells: new Uint32Array(), text: "" };

/** Tables that belong together. One that is not among them is empty. */
export class Batch {
  readonly #tables: ReadonlyMap<TableName, Table>;
  readonly #rows = new Map<TableName, readonly Row[]>();

  constructor(names: readonly TableName[], tables: readonly Table[]) {
    this.#tables = new Map(names.map((name, place) => [name, tables[place] ?? NONE]));
  }

  /** The rows of a table, which are made once. */
  rows<T extends TableName>(table: T): readonly Tables[T][] {
    let rows = this.#rows.get(table);
    if (rows === undefined) {
      const view = new View(this.#tables.get(table) ?? NONE);
      rows = Array.from({ length: view.length }, (_, index) => new READERS[table](this, view, index));
      this.#rows.set(table, rows);
    }
    return rows as readonly Row[] as readonly Tables[T][];
  }

  /** The number of a row among those of its page. */
  within(row: Row): number {
    const column = COLUMNS.pages.find(({ of }) => of === row.table);
    for (const page of this.rows("pages")) {
      const rows: unknown = column && Reflect.get(page, column.property);
      const place = Array.isArray(rows) ? rows.indexOf(row) : -1;
      if (place >= 0) {
        return place;
      }
    }
    return row.index;
  }
}
