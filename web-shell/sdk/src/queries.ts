import type { paths } from "./api";

type Prefixes<Path extends string, Done extends string = ""> = Path extends `${infer Head}/${infer Rest}`
  ? `${Done}${Head}` | Prefixes<Rest, `${Done}${Head}/`>
  : `${Done}${Path}`;
/** The beginning of a path of the API, cut at a slash. */
export type ApiPrefix = Exclude<Prefixes<keyof paths>, "">;

/** Matches the queries of these paths and of the paths below them. The first part of a query key is its path. */
export const under = (...prefixes: ApiPrefix[]) => ({
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    prefixes.some((prefix) => path === prefix || String(path).startsWith(`${prefix}/`)),
});

/** Matches the queries of one path only. */
export const at = (path: keyof paths) => ({ queryKey: [path] });
