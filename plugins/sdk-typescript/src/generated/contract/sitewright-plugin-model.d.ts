/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/model@0.1.0' {
  /**
   * Sends one request to the model.
   */
  export function complete(request: Request): Completion;
  /**
   * Sends several independent requests; the host may process them at the same time. Results are in the order of
   * the requests, each with its own success or failure.
   */
  export function completeAll(requests: Array<Request>): Array<Result<Completion, Failure>>;
  /**
   * Sends one request about images: up to eight https:// addresses of JPEG, PNG or WebP files, which the host reads and
   * shows to the model with the last message of the user. `needs-model` if no connected model sees images and there
   * is no draft.
   */
  export function completeSeeing(request: Request, images: Array<string>): Completion;
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
     * Upper bound of the answer, in words. This number is reserved before the call.
     */
    maxWords: number,
    /**
     * 0.0 (the same answer every time) to 2.0; none uses the host's default.
     */
    temperature?: number,
    /**
     * JSON Schema that the answer must satisfy; none requests plain text. With `"x-fallback": "text"` at its root it
     * need not: a model that cannot follow a schema answers as the messages ask, and the user sees the values alone.
     */
    schema?: Json,
    /**
     * The answer if no model is connected: the plugin's own rule-based draft. None makes the call fail with
     * `needs-model` in that case.
     */
    draft?: string,
    /**
     * Show the answer on the user's screen under this label while it is written. A further request with the same
     * label replaces the text.
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
     * True if `draft` was returned because no model is connected.
     */
    drafted: boolean,
  }
  export type Result<T, E> = { tag: 'ok', val: T } | { tag: 'err', val: E };
}
