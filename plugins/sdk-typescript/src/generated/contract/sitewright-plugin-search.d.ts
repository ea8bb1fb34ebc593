/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/search@0.1.0' {
  /**
   * The first `depth` results of a search, 100 at most.
   */
  export function query(text: string, place: Place, depth: number): Answer;
  /**
   * Keywords around a seed, 1,000 at most.
   */
  export function ideas(seed: string, place: Place, limit: number): Array<Keyword>;
  /**
   * Metrics of these keywords, at most 1,000, in their order.
   */
  export function metrics(keywords: Array<string>, place: Place): Array<Keyword>;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  export type Language = import('sitewright:plugin/types@0.1.0').Language;
  /**
   * The market and language of a search.
   */
  export interface Place {
    /**
     * DataForSEO location code, such as 2616 for Poland.
     */
    locationCode: number,
    language: Language,
  }
  export interface Hit {
    /**
     * The position among the organic results, from 1.
     */
    position: number,
    url: string,
    title: string,
    snippet: string,
  }
  export interface Answer {
    hits: Array<Hit>,
    /**
     * Related questions ("People also ask").
     */
    questions: Array<string>,
    /**
     * Related searches.
     */
    related: Array<string>,
    /**
     * Other features of the result page, such as "featured_snippet" or "local_pack".
     */
    features: Array<string>,
  }
  /**
   * Unknown values are none.
   */
  export interface Keyword {
    text: string,
    /**
     * Searches per month.
     */
    volume?: number,
    /**
     * Cost per click, in US dollars.
     */
    cpc?: number,
    /**
     * Competition among advertisers, 0.0 to 1.0.
     */
    competition?: number,
    /**
     * Difficulty of ranking among the first ten, 0.0 to 100.0.
     */
    difficulty?: number,
  }
}
