/** Where to go after the sign-in: only a path of our own, never a foreign address. */
export function nextPath(search: URLSearchParams, otherwise: string): string {
  const next = search.get("next") ?? "";
  return /^\/app(\/|$|\?)/.test(next) ? next : otherwise;
}
