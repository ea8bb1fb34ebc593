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
     * An absolute URL.
     */
    url: string,
    text: string,
    /**
     * The link's attribute on the page, such as "nofollow"; empty if it has none.
     */
    rel: string,
  }
  /**
   * Texts and lists are empty if the page does not have the data.
   */
  export interface Page {
    /**
     * The address after redirects.
     */
    url: string,
    /**
     * Outside 200 to 299 the page is not read any further.
     */
    status: number,
    title: string,
    description: string,
    canonical: string,
    language: Language,
    headings: Array<Heading>,
    /**
     * The readable text of the page, one line for each block.
     */
    text: string,
    links: Array<Link>,
  }
}
