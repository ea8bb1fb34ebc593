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
  /**
   * Sets the pace of requests to a host. From then on each request waits for its turn, which all runs of all processes
   * share; the wait counts neither towards the time of the request nor towards that of the run. An allowance with
   * `used` replaces one without it, and not the other way round. A response with the status 429 is not returned: the host
   * waits as its `Retry-After` says and sends the request again, up to eight times.
   */
  export function pace(host: string, allowance: Allowance): void;
  /**
   * Like `send`, for a request that takes the place of `cost` requests.
   */
  export function sendAt(request: Request, cost: number): Response;
  /**
   * Replaces secrets of the connection to the request's host, such as the tokens of OAuth, by those of the response.
   * They are stored before this function returns. One call at a time is made for a connection: if another run has
   * replaced them since this one started, nothing is sent, and this run uses the new ones. The response contains
   * `[secret]` in their place; one without all of the secrets changes nothing.
   */
  export function renew(request: Request, taken: Array<TakenSecret>): Response;
  /**
   * The hash of a message, or its HMAC (RFC 2104) if `key` is given, in lower-case hexadecimal. Both may contain
   * `{secret:NAME}`, for a secret of the only connection of the run. With `keep-as` the result is not returned but becomes a
   * secret of that name for the rest of the run, and the returned text is empty.
   */
  export function digest(hash: Hash, key: string | undefined, message: Uint8Array, keepAs: string | undefined): string;
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
  /**
   * The limit of a server that counts requests in a bucket.
   */
  export interface Allowance {
    /**
     * Requests that fit into the bucket.
     */
    capacity: number,
    /**
     * Requests that leave it in a second.
     */
    perSecond: number,
    /**
     * Requests in it now, as the server's last response said; none for a limit that is known beforehand.
     */
    used?: number,
  }
  /**
   * A secret of the connection to take from a JSON response.
   */
  export interface TakenSecret {
    /**
     * Its name, for `{secret:NAME}`.
     */
    name: string,
    /**
     * JSON Pointer (RFC 6901) to its value in the response.
     */
    pointer: string,
  }
  /**
   * # Variants
   * 
   * ## `"sha1"`
   * 
   * ## `"sha256"`
   * 
   * ## `"sha512"`
   */
  export type Hash = 'sha1' | 'sha256' | 'sha512';
}
