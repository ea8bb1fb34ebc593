/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/facts@0.1.0' {
  export type Json = import('sitewright:plugin/types@0.1.0').Json;
  /**
   * The rows of a table.
   */
  export interface Table {
    /**
     * The cells of a row. It may be wider than the plugin knows.
     */
    width: number,
    /**
     * The rows, one after another.
     */
    cells: Uint32Array,
    /**
     * The texts, to which cells refer by offset and length in bytes.
     */
    text: string,
  }
  /**
   * # Variants
   * 
   * ## `"error"`
   * 
   * ## `"warning"`
   * 
   * ## `"notice"`
   */
  export type Severity = 'error' | 'warning' | 'notice';
  /**
   * A row in which something was found.
   */
  export interface Evidence {
    /**
     * The position of a table in `pack.tables`.
     */
    table: number,
    /**
     * In `check-pages` the row in the batch, which has to be the finding's page's. In `check-site` the row within the
     * page, as in the column `row` of `references`.
     */
    row: number,
  }
  /**
   * A page, or the site, breaks a rule. There is at most one finding of a rule for a page; it has a row of evidence for
   * each occurrence, at most 100.
   */
  export interface Finding {
    /**
     * The position of the rule in `pack.rules`.
     */
    rule: number,
    /**
     * In `check-pages` the row in the table `pages` of the batch. In `check-site` the number of the page, or 4,294,967,295
     * for the site as a whole.
     */
    page: number,
    severity: Severity,
    /**
     * An object with the values of the placeholders of `rule.what`, at most 8,192 bytes.
     */
    values: Json,
    evidence: Array<Evidence>,
  }
}
