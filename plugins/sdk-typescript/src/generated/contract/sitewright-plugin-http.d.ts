/// <reference path="./sitewright-plugin-types.d.ts" />
declare module 'sitewright:plugin/http@0.1.0' {
  /**
   * The user's connections for this project, of the kinds that plugin.toml names.
   */
  export function connections(): Array<Connection>;
  /**
   * Sends one request and follows redirects, to hosts that the plugin may call. A response with any status is a
   * success.
   */
  export function send(request: Request): Response;
  export type Failure = import('sitewright:plugin/types@0.1.0').Failure;
  /**
   * A user's account with an external system, of a kind that plugin.toml names.
   */
  export interface Connection {
    /**
     * Its kind in plugin.toml, such as "shoper".
     */
    kind: string,
    /**
     * The user's name for it.
     */
    name: string,
    /**
     * The only host that receives its secrets, such as "sklep.example.pl".
     */
    host: string,
    /**
     * The login name of the account; empty if there is none.
     */
    login: string,
    /**
     * The names of its secrets, for `{secret:NAME}`.
     */
    secrets: Array<string>,
  }
  export interface Header {
    name: string,
    value: string,
  }
  export interface Request {
    /**
     * GET, HEAD, POST, PUT, PATCH or DELETE.
     */
    method: string,
    /**
     * https:// and a host that the plugin may call.
     */
    url: string,
    headers: Array<Header>,
    body: Uint8Array,
  }
  export interface Response {
    status: number,
    headers: Array<Header>,
    body: Uint8Array,
  }
}
