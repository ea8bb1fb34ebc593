import type { Tool } from "@sitewright/sdk/shell";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePageLanguage } from "../i18n/use-page-language";
import { api, unwrap } from "./client";

type Catalogue = { tools: Tool[]; categories: { id: string; title: string }[] };

const catalogueKey = (language: string) => ["tools", language];

/** All tools in the language of the screen. While a new language loads, the old one stays. */
export function useCatalogue() {
  const language = usePageLanguage();
  return useQuery({
    queryKey: catalogueKey(language),
    queryFn: () => unwrap<Catalogue>(api.GET("/api/tools")),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
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
      const before = queries.getQueriesData<Catalogue>({ queryKey: ["tools"] });
      queries.setQueriesData<Catalogue>(
        { queryKey: ["tools"] },
        (catalogue) =>
          catalogue && {
            ...catalogue,
            tools: catalogue.tools.map((tool) => (tool.id === id ? { ...tool, favourite } : tool)),
          },
      );
      return { before };
    },
    onError: (_problem, _change, context) => {
      for (const [key, catalogue] of context?.before ?? []) queries.setQueryData(key, catalogue);
    },
  });
}
