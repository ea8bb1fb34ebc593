// What a check finds.

import type { Finding, Severity } from "sitewright:plugin/facts@0.1.0";
import type { Reference } from "../generated/facts";
import { type Row, type TableName, UNKNOWN } from "./rows";

/** Findings are passed on when there are so many, so that a site of any size fits into memory. */
const AT_ONCE = 500;
/** The host refuses more. */
const MOST_EVIDENCE = 100;
/** In bytes. */
const LONGEST_TEXT = 600;
const LONGEST_URL = 2048;
/** An image of `picture` or `srcset`, whose row is in `resources`. */
const IN_RESOURCES = 16;

/** The page of a finding about the site as a whole. */
export const THE_SITE = UNKNOWN;

/** Where the findings of a check go, and whose they are. */
export interface Target {
  readonly findings: Finding[];
  readonly rule: number;
  readonly severity: Severity;
  readonly tables: readonly TableName[];
  /** The page that is checked, or `THE_SITE`. */
  readonly page: number;
  /** Takes the findings of a check of the site. */
  readonly send?: (findings: Finding[]) => void;
}

/** Takes the findings of one check. A finding is complete when the next one begins. */
export class Report {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** The page that is checked breaks the rule; in a check of the site, the site as a whole. */
  found(): Found {
    return this.page(this.#target.page);
  }

  /** The page with this number breaks the rule. For checks of the site, and once for a page. */
  page(number: number): Found {
    const { findings, rule, severity, send } = this.#target;
    if (send && findings.length >= AT_ONCE) {
      send(findings.splice(0));
    }
    const finding: Finding = { rule, page: number, severity, values: "{}", evidence: [] };
    findings.push(finding);
    return new Found(finding, this.#target);
  }

  /** The site as a whole breaks the rule. */
  site(): Found {
    return this.page(THE_SITE);
  }
}

/** A finding: the values of the placeholders, and the rows in which it was found. */
export class Found {
  readonly #finding: Finding;
  readonly #target: Target;
  readonly #values: Record<string, number | string> = {};

  constructor(finding: Finding, target: Target) {
    this.#finding = finding;
    this.#target = target;
  }

  /** Another level than that of most findings of the rule. */
  severity(severity: Severity): this {
    this.#finding.severity = severity;
    return this;
  }

  number(name: string, number: number): this {
    return this.#value(name, number);
  }

  /** A text. A long one is cut. */
  text(name: string, text: string): this {
    return this.#value(name, cut(text, LONGEST_TEXT));
  }

  /** An address, which is not cut unless it is extremely long. */
  url(name: string, url: string): this {
    return this.#value(name, cut(url, LONGEST_URL));
  }

  /** A row of the page in which it was found. There is room for 100. */
  evidence(row: Row): this {
    return this.#row(row.table, this.#target.send ? row.batch.within(row) : row.index);
  }

  /** Every one of these rows. */
  evidences(rows: Iterable<Row>): this {
    for (const row of rows) {
      this.evidence(row);
    }
    return this;
  }

  /** For a finding about the source of a reference: its link, image or other row. */
  reference({ kind, flags, row }: Reference): this {
    const isImage = kind === 3 && (flags & IN_RESOURCES) === 0;
    const table = {
      0: "links",
      1: "hints",
      2: "hints",
      3: "resources",
      4: "resources",
      7: "hints",
      8: "resources",
    };
    const found = isImage ? "images" : table[kind as keyof typeof table];
    return found === undefined ? this : this.#row(found as TableName, row);
  }

  #row(table: TableName, row: number): this {
    const place = this.#target.tables.indexOf(table);
    if (place < 0) {
      throw new Error(`the pack does not name the table "${table}"`);
    }
    if (this.#finding.evidence.length < MOST_EVIDENCE) {
      this.#finding.evidence.push({ table: place, row });
    }
    return this;
  }

  #value(name: string, value: number | string): this {
    this.#values[name] = value;
    this.#finding.values = JSON.stringify(this.#values);
    return this;
  }
}

/** A text without control characters and of so many bytes at most. */
function cut(text: string, most: number): string {
  let [kept, size] = ["", 0];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (size > most) {
      return `${kept}…`;
    }
    kept += code < 0x20 || (code >= 0x7f && code < 0xa0) ? " " : letter;
  }
  return kept;
}
