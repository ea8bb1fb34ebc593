/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/model@0.1.0' {
  /**
   * Asks the model once.
   */
  export function complete(request: Request): Completion;
  /**
   * Asks several questions that do not depend on one another; the host may ask them at
   * the same time. Answers come in the order of the questions, each with its own fate.
   */
  export function completeAll(requests: Array<Request>): Array<Result<Completion, Failure>>;
  export type Json = import('sitewright:plugin/types@0.1.0').Json;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  /**
   * # Variants
   * 
   * ## `"system"`
   * 
   * ## `"user"`
   * 
   * ## `"assistant"`
   */
  export type Role = 'system' | 'user' | 'assistant';
  export interface Message {
    role: Role,
    text: string,
  }
  export interface Request {
    /**
     * The conversation, oldest message first.
     */
    messages: Array<Message>,
    /**
     * Upper bound of the answer, in words. So many are reserved before the call.
     */
    maxWords: number,
    /**
     * 0.0 (the same answer every time) to 2.0; none leaves it to the host.
     */
    temperature?: number,
    /**
     * JSON Schema that the answer must satisfy; none asks for plain text.
     */
    schema?: Json,
    /**
     * What to answer when no model is connected: the plugin's own rule-based draft.
     * None makes the call fail with `needs-model` in that case.
     */
    draft?: string,
    /**
     * Show the answer on the person's screen under this label while it is written.
     * A further request under the same label replaces what stood there.
     */
    showAs?: string,
  }
  export interface Completion {
    text: string,
    /**
     * Words charged to the allowance; 0 for a draft.
     */
    words: number,
    /**
     * True where `draft` was returned because no model is connected.
     */
    drafted: boolean,
  }
  export type Result<T, E> = { tag: 'ok', val: T } | { tag: 'err', val: E };
}
