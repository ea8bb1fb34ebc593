/** Where to go after the sign-in: only a page of the app, of the plans, or the one that proves an address, never a foreign address. */
export function nextPath(search: URLSearchParams, otherwise: string): string {
  const next = search.get("next") ?? "";
  return /^\/(app|email|checkout)(\/|$|\?)/.test(next) ? next : otherwise;
}
