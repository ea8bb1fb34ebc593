/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/context@0.1.0' {
  /**
   * The interface language of the user.
   */
  export function interfaceLanguage(): Language;
  /**
   * The selected project; none outside a project.
   */
  export function currentProject(): Project | undefined;
  /**
   * The brand kit of the project; none until it is filled in.
   */
  export function brandKit(): Brand | undefined;
  /**
   * Milliseconds since the Unix epoch, fixed for the whole run.
   */
  export function now(): bigint;
  export type Language = import('sitewright:plugin/types@0.1.0').Language;
  /**
   * The website that the user has selected.
   */
  export interface Project {
    /**
     * Host name without scheme or path, such as "example.com".
     */
    domain: string,
    /**
     * The language of its content.
     */
    language: Language,
    /**
     * DataForSEO location code of its market, such as 2616 for Poland.
     */
    locationCode: number,
  }
  /**
   * One entry of the glossary: how the brand writes a term in the target language.
   */
  export interface Term {
    source: string,
    target: string,
  }
  /**
   * The voice of the project's brand. Strings and lists are empty if nothing was filled in.
   */
  export interface Brand {
    name: string,
    description: string,
    tone: string,
    audience: string,
    /**
     * Words that must not appear in a result.
     */
    avoid: Array<string>,
    /**
     * Statements about the brand that a text may rely on.
     */
    facts: Array<string>,
    glossary: Array<Term>,
  }
}
