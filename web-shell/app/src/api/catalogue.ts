import { ApiProblem, type ListedTool, type Tool } from "@sitewright/sdk/shell";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePageLanguage } from "../i18n/use-page-language";
import { isList, LIST, marked, mistakesOf } from "./catalogue-cache";
import { api, unwrap } from "./client";
import { gather } from "./gather";

type Catalogue = {
  tools: ListedTool[];
  categories: { id: string; title: string }[];
  /** Tools on all pages. */
  total: number;
  /** Tools among them that no list shows and that one was invited to. */
  invited: number;
};

/** Which tools, in which order. */
export type CatalogueFilter = {
  q?: string;
  category?: string;
  /** Only these, in this order. */
  ids?: readonly string[];
  favourite?: boolean;
  invited?: boolean;
  locked?: boolean;
  needs_model?: boolean;
  /** Only those whose screen this UI module draws. */
  module?: string;
  sort?: "category" | "favourites";
  schemas?: boolean;
  page?: number;
  per_page?: number;
};

/** Rows of a page where nobody says otherwise, and the most that a page can have. */
export const CATALOGUE_PAGE = 100;

const list = ({ ids, ...filter }: CatalogueFilter) =>
  unwrap<Catalogue>(
    api.GET("/api/tools", { params: { query: { schemas: false, ...filter, ids: ids?.join(",") } } }),
  );

/**
 * A page of the tools in the language of the screen, without their schemas. While another page or language loads, the one
 * before stays.
 */
export function useCatalogue(filter: CatalogueFilter = {}) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["tools", language, LIST, filter],
    queryFn: () => list(filter),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    // Nothing is asked for by its id where there is no id.
    enabled: filter.ids?.length !== 0,
  });
}

/** Requests at a time, so that a whole catalogue leaves the server room for others. */
const AT_ONCE = 4;

async function whole(): Promise<Catalogue> {
  const catalogue = await list({});
  const pages = Math.ceil(catalogue.total / CATALOGUE_PAGE);
  for (let page = 2; page <= pages; page += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, pages - page + 1) }, (_, place) => page + place);
    const more = await Promise.all(numbers.map((page) => list({ page })));
    catalogue.tools.push(...more.flatMap(({ tools }) => tools));
  }
  return catalogue;
}

/** All pages of the catalogue, for administrators who decide about every tool. */
export function useWholeCatalogue() {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["tools", language, "whole"],
    queryFn: whole,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
}

/** A tool with its schemas; null where there is none of this name. */
export function useTool(id: string) {
  const language = usePageLanguage();
  return useQuery({
    queryKey: ["tools", language, "one", id],
    queryFn: async (): Promise<Tool | null> => {
      const call = api.GET("/api/tools/{id}", { params: { path: { id } } });
      return await unwrap<Tool>(call).catch((problem) => {
        if (problem instanceof ApiProblem && problem.status === 404) return null;
        throw problem;
      });
    },
    // Another language says the same of the same tool; another tool says nothing of this one.
    placeholderData: (before) => (before?.id === id ? before : undefined),
    staleTime: 5 * 60_000,
    enabled: id !== "",
  });
}

/** Why the last change of a version in development did not get through; empty where it did. Only news of it says so. */
export function useMistakes(id: string): string[] {
  const { data } = useQuery<string[]>({ queryKey: mistakesOf(id), queryFn: () => [], staleTime: "static" });
  return data ?? [];
}

const named = gather(CATALOGUE_PAGE, async (ids: string[]) => {
  const { tools } = await list({ ids, per_page: CATALOGUE_PAGE });
  return new Map(tools.map((tool) => [tool.id, tool]));
});

/** What is shown of a tool beside something that it made: name and icon. Rows that ask at once ask together. */
export function useNamedTool(id: string): ListedTool | undefined {
  const language = usePageLanguage();
  const { data } = useQuery({
    queryKey: ["tools", language, "named", id],
    queryFn: async () => (await named(id)) ?? null,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    enabled: id !== "",
  });
  return data?.id === id ? data : undefined;
}

/** Marks a tool as a favourite or not; the screen changes at once and changes back if that fails. */
export function useFavourite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, favourite }: Pick<Tool, "id" | "favourite">) => {
      const call = favourite ? api.PUT : api.DELETE;
      await unwrap(call("/api/tools/{id}/favourite", { params: { path: { id } } }));
    },
    onMutate: async ({ id, favourite }) => {
      await queries.cancelQueries({ queryKey: ["tools"] });
      const before = queries.getQueriesData({ queryKey: ["tools"] });
      queries.setQueriesData({ queryKey: ["tools"] }, (data: unknown) => marked(data, id, favourite));
      return { before };
    },
    onError: (_problem, _change, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data);
    },
    // Lists of favourites, and those that begin with them, have other tools now.
    onSuccess: () => queries.invalidateQueries({ queryKey: ["tools"], predicate: isList }),
  });
}
