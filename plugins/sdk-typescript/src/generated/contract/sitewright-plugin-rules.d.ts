/// <reference path="./sitewright-plugin-facts.d.ts" />
/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/rules@0.1.0' {
  /**
   * Pure and cheap, like `tool.describe`.
   */
  export function describe(language: Language): Pack;
  /**
   * Checks a batch of pages. `batch` has the tables of `pack.tables`. `settings` is an object with the rules whose settings
   * are not the defaults: `{"title-too-long": {"chars": 70}, "title-too-short": false}`; `false` turns a rule off.
   */
  export function checkPages(batch: Array<Table>, settings: Json): Array<Finding>;
  /**
   * Checks the site, once all of its pages are there; the findings are reported through `crawl`.
   */
  export function checkSite(settings: Json): void;
  export type Json = import('sitewright:plugin/types@0.1.0').Json;
  export type Language = import('sitewright:plugin/types@0.1.0').Language;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  export type Finding = import('sitewright:plugin/facts@0.1.0').Finding;
  export type Severity = import('sitewright:plugin/facts@0.1.0').Severity;
  export type Table = import('sitewright:plugin/facts@0.1.0').Table;
  /**
   * # Variants
   * 
   * ## `"page"`
   * 
   * One page alone shows whether it breaks the rule.
   * ## `"site"`
   * 
   * The rule needs other pages, files of the site, or the links between pages.
   */
  export type Scope = 'page' | 'site';
  /**
   * A number that a user may change.
   */
  export interface Parameter {
    name: string,
    'default': number,
    min: number,
    max: number,
    /**
     * Its title, with its unit.
     */
    label: string,
  }
  /**
   * A placeholder of `what`.
   */
  export interface Value {
    name: string,
    /**
     * "number", "text", "url", "ms", "bytes", "percent" or "date" (days since 1970-01-01).
     */
    kind: string,
  }
  /**
   * How to fix it in one system, such as "wordpress", if that differs.
   */
  export interface Fix {
    system: string,
    text: string,
  }
  /**
   * Texts are plain. They may have code between backticks, and no HTML outside of it.
   */
  export interface Rule {
    /**
     * Lower-case letters, digits and "-"; it never changes.
     */
    id: string,
    /**
     * The level of most findings; a finding has its own.
     */
    severity: Severity,
    /**
     * Such as "titles".
     */
    category: string,
    scope: Scope,
    /**
     * Whether it counts for the health score.
     */
    score: boolean,
    /**
     * What the check needs that is not always there, such as "render" or "gsc".
     */
    needs: Array<string>,
    parameters: Array<Parameter>,
    values: Array<Value>,
    title: string,
    /**
     * What was found, with placeholders in braces.
     */
    what: string,
    /**
     * Why it matters.
     */
    why: string,
    /**
     * How to fix it in general.
     */
    fix: string,
    fixes: Array<Fix>,
  }
  export interface Pack {
    name: string,
    summary: string,
    /**
     * The tables that `check-pages` receives, in this order, `pages` first.
     */
    tables: Array<string>,
    /**
     * Paths of the site that the crawl has to fetch for the pack, at most 20; their answers are in the table `probes`.
     */
    probes: Array<string>,
    rules: Array<Rule>,
  }
}
