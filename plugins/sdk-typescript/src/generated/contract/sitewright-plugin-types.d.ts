declare module 'sitewright:plugin/types@0.1.0' {
  /**
   * A JSON text (RFC 8259) in UTF-8.
   */
  export type Json = string;
  /**
   * A BCP 47 language tag, such as "en" or "pl".
   */
  export type Language = string;
  /**
   * An error in one field of the input.
   */
  export interface FieldError {
    /**
     * JSON Pointer (RFC 6901) to the field, such as "/topic" or "/keywords/0".
     */
    pointer: string,
    /**
     * What is wrong and what to do, in the user's language.
     */
    message: string,
  }
  /**
   * Why a call did not succeed. The host maps each case to one HTTP problem.
   */
  export type Failure = FailureInvalidInput | FailureLimitReached | FailureNeedsModel | FailureUnavailable | FailureRefused;
  /**
   * The input breaks a rule of the tool (HTTP 422).
   */
  export interface FailureInvalidInput {
    tag: 'invalid-input',
    val: Array<FieldError>,
  }
  /**
   * The word allowance, a quota or a budget of this run is used up (HTTP 402).
   */
  export interface FailureLimitReached {
    tag: 'limit-reached',
    val: string,
  }
  /**
   * Only a connected language model can do this (HTTP 409).
   */
  export interface FailureNeedsModel {
    tag: 'needs-model',
  }
  /**
   * An external service failed; a later retry may succeed (HTTP 502).
   */
  export interface FailureUnavailable {
    tag: 'unavailable',
    val: string,
  }
  /**
   * The plugin refuses the request; the text is its reason (HTTP 400).
   */
  export interface FailureRefused {
    tag: 'refused',
    val: string,
  }
}
