/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/store@0.1.0' {
  export function get(key: string): Uint8Array | undefined;
  /**
   * `limit-reached` if the quota has no room; then nothing is changed.
   */
  export function set(key: string, value: Uint8Array): void;
  /**
   * Deleting a missing key succeeds.
   */
  export { _delete as delete };
  function _delete(key: string): void;
  /**
   * The keys with this prefix, in the order of their bytes.
   */
  export function keys(prefix: string): Array<string>;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
}
