/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/web@0.1.0' {
  /**
   * Reads one page.
   */
  export function read(url: string): Page;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  export type Language = import('sitewright:plugin/types@0.1.0').Language;
  export interface Heading {
    /**
     * 1 to 6.
     */
    level: number,
    text: string,
  }
  export interface Link {
    /**
     * Absolute.
     */
    url: string,
    text: string,
    /**
     * As the page says it, such as "nofollow"; empty where it says nothing.
     */
    rel: string,
  }
  /**
   * Empty texts and lists for what the page does not say.
   */
  export interface Page {
    /**
     * Where it was found, after redirects.
     */
    url: string,
    /**
     * Other than 200 to 299, and the page is not read any further.
     */
    status: number,
    title: string,
    description: string,
    canonical: string,
    language: Language,
    headings: Array<Heading>,
    /**
     * What can be read on the page, a line for each block.
     */
    text: string,
    links: Array<Link>,
  }
}
