/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/store@0.1.0' {
  export function get(key: string): Uint8Array | undefined;
  /**
   * `limit-reached` where the quota has no room; then nothing is changed.
   */
  export function set(key: string, value: Uint8Array): void;
  /**
   * Deleting what is not there is no mistake.
   */
  export { _delete as delete };
  function _delete(key: string): void;
  /**
   * The keys that begin so, in the order of their bytes.
   */
  export function keys(prefix: string): Array<string>;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
}
