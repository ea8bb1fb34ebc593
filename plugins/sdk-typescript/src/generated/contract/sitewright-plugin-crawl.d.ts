/// <reference path="./sitewright-plugin-facts.d.ts" />
/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/crawl@0.1.0' {
  /**
   * Rows of a table of the site that satisfy all conditions, from the beginning (0) or from `next` of the previous rows.
   * A call returns at most 1,000 rows, and may return fewer than `limit` although there are more.
   */
  export function select(table: string, conditions: Array<Condition>, after: bigint, limit: number): Selection;
  /**
   * These tables of at most 50 pages, as a batch. Pages that were not read are left out.
   */
  export function pages(numbers: Uint32Array, tables: Array<string>): Array<Table>;
  /**
   * Reports findings of the site check, at most 1,000 at once.
   */
  export function report(findings: Array<Finding>): void;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  export type Table = import('sitewright:plugin/facts@0.1.0').Table;
  export type Finding = import('sitewright:plugin/facts@0.1.0').Finding;
  /**
   * Both ends are included.
   */
  export interface Range {
    least: number,
    most: number,
  }
  export interface Bits {
    /**
     * The bits that count.
     */
    mask: number,
    /**
     * What they have to be.
     */
    value: number,
  }
  export type Test = TestWithin | TestHas;
  export interface TestWithin {
    tag: 'within',
    val: Range,
  }
  export interface TestHas {
    tag: 'has',
    val: Bits,
  }
  /**
   * A condition on a column that has numbers or flags.
   */
  export interface Condition {
    column: string,
    test: Test,
  }
  export interface Selection {
    rows: Table,
    /**
     * Where the next rows begin; none after the last one.
     */
    next?: bigint,
  }
}
