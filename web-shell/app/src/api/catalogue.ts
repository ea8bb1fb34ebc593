import { ApiProblem, type ListedTool, type Tool } from "@sitewright/sdk/shell";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isList, marked, mistakesOf, TOOLS } from "./catalogue-cache";
import { api, apiQuery, unwrap, withId } from "./client";
import { gather } from "./gather";

/** Tools change rarely, and an event reports changes. */
const CACHED = { staleTime: 5 * 60_000, throwOnError: false };

/** Filter and order of the tools. */
export type CatalogueFilter = {
  q?: string;
  category?: string;
  /** Only these tools, in this order. */
  ids?: readonly string[];
  favourite?: boolean;
  invited?: boolean;
  locked?: boolean;
  needs_model?: boolean;
  /** Only tools that this UI module draws. */
  module?: string;
  sort?: "category" | "favourites";
  schemas?: boolean;
  page?: number;
  per_page?: number;
};

/** Default and maximum rows of a page. */
export const CATALOGUE_PAGE = 100;

const listQuery = ({ ids, ...filter }: CatalogueFilter) =>
  apiQuery(
    "/api/tools",
    { query: { schemas: false, ...filter, ids: ids?.join(",") } },
    // A list of no ids is empty.
    { ...CACHED, enabled: ids?.length !== 0 },
  );
const list = (filter: CatalogueFilter) =>
  unwrap(api.GET("/api/tools", { params: listQuery(filter).queryKey[1] }));

/** A page of the tools without their schemas. While the next page loads, the previous one stays. */
export const useCatalogue = (filter: CatalogueFilter = {}) => useQuery(listQuery(filter));

/** Whether no language model is connected; false while that is unknown. */
export const useLacksModel = () => (useCatalogue({ needs_model: true, per_page: 1 }).data?.total ?? 0) > 0;

/** Parallel requests, so that loading the whole catalogue leaves the server capacity for others. */
const AT_ONCE = 4;

async function whole() {
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
export const useWholeCatalogue = () =>
  useQuery({ queryKey: ["/api/tools", "whole"], queryFn: whole, ...CACHED });

/** Most tools that the browser searches; a larger catalogue is searched by the server. */
export const MOST_SEARCHED = 2 * CATALOGUE_PAGE;

async function searchable() {
  const catalogue = await list({});
  if (catalogue.total > MOST_SEARCHED || catalogue.total <= CATALOGUE_PAGE) return catalogue;
  const { tools } = await list({ page: 2 });
  return { ...catalogue, tools: [...catalogue.tools, ...tools] };
}

/** The tools that the browser searches: all of them, unless the catalogue is large. */
export const useSearchableTools = () =>
  useQuery({ queryKey: ["/api/tools", "searchable"], queryFn: searchable, ...CACHED });

/** A tool with its schemas; null if no tool has this id. */
export const toolQuery = (id: string) =>
  queryOptions({
    ...CACHED,
    queryKey: ["/api/tools/{id}", { path: { id } }],
    queryFn: () =>
      unwrap<Tool | null>(api.GET("/api/tools/{id}", withId(id))).catch((problem) => {
        if (problem instanceof ApiProblem && problem.status === 404) return null;
        throw problem;
      }),
  });

export const useTool = (id: string) => useQuery({ ...toolQuery(id), enabled: id !== "" });

/** The errors of the last change of a version in development; empty if it succeeded. Only events report them. */
export function useMistakes(id: string): string[] {
  const { data } = useQuery<string[]>({ queryKey: mistakesOf(id), queryFn: () => [], staleTime: "static" });
  return data ?? [];
}

const named = gather(CATALOGUE_PAGE, async (ids: string[]) => {
  const { tools } = await list({ ids, per_page: CATALOGUE_PAGE });
  return new Map(tools.map((tool) => [tool.id, tool]));
});

/** Name and icon of the tool of a document or run. Rows that ask at the same time share a request. */
export function useNamedTool(id: string): ListedTool | undefined {
  const { data } = useQuery({
    ...CACHED,
    queryKey: ["/api/tools", "named", id],
    queryFn: async () => (await named(id)) ?? null,
    enabled: id !== "",
  });
  return data ?? undefined;
}

/** Marks a tool as a favourite or not; the screen changes at once and changes back if that fails. */
export function useFavourite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, favourite }: Pick<Tool, "id" | "favourite">) => {
      const call = favourite ? api.PUT : api.DELETE;
      await unwrap(call("/api/tools/{id}/favourite", withId(id)));
    },
    onMutate: async ({ id, favourite }) => {
      await queries.cancelQueries(TOOLS);
      const before = queries.getQueriesData(TOOLS);
      queries.setQueriesData(TOOLS, (data: unknown) => marked(data, id, favourite));
      return { before };
    },
    onError: (_problem, _change, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data);
    },
    // Lists of favourites, and lists sorted by favourites, have changed.
    onSuccess: () => queries.invalidateQueries({ predicate: isList }),
  });
}
