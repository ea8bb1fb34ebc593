declare module 'sitewright:plugin/progress@0.1.0' {
  /**
   * `done` of `total` steps; `label` in the user's language.
   */
  export function report(done: number, total: number, label: string): void;
}
