/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/tool@0.1.0' {
  /**
   * Pure and cheap: it is called at installation, once for each language, and cached.
   */
  export function describe(language: Language): Descriptor;
  /**
   * Runs the tool. `input` has passed the schema of `describe`.
   */
  export function run(input: Json): Outcome;
  export type Json = import('sitewright:plugin/types@0.1.0').Json;
  export type Language = import('sitewright:plugin/types@0.1.0').Language;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  /**
   * Describes the tool for the catalogue and the form, in one language.
   */
  export interface Descriptor {
    name: string,
    summary: string,
    /**
     * JSON Schema (2020-12) of the input, with titles in the requested language.
     */
    input: Json,
    /**
     * JSON Schema (2020-12) of `outcome.data`.
     */
    output: Json,
    /**
     * An example input; it fills the form's "Try an example".
     */
    example: Json,
  }
  export interface Outcome {
    title: string,
    /**
     * The result as Markdown, ready to copy, export or archive.
     */
    text: string,
    /**
     * The result in parts, for the tool's own screen and for API users.
     */
    data: Json,
  }
}
