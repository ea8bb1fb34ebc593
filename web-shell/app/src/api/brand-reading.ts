import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import type { Proposal } from "./onboarding";

/** A page of a website that is being read, as soon as it was read; only events report it. */
export type PageRead = Proposal["pages"][number];

const KEY = ["brand-reading"] as const;

export const beginReading = (queries: QueryClient) => queries.setQueryData<PageRead[]>(KEY, []);

export const hearPage = (queries: QueryClient, page: PageRead) =>
  queries.setQueryData<PageRead[]>(KEY, (pages) => pages && [...pages, page]);

/** The pages that were read so far. */
export function usePagesRead(): PageRead[] {
  const { data } = useQuery<PageRead[]>({ queryKey: KEY, queryFn: () => [], staleTime: "static" });
  return data ?? [];
}
