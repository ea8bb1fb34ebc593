import type { ListedTool } from "@sitewright/sdk/shell";
import { useEffect, useMemo, useState } from "react";
import type { Search } from "../../search/search";

const MOST = 24;

/** The tools that match a need, best first; all of them without one; undefined until the search has loaded. */
export function useToolSearch(tools: ListedTool[] | undefined, query: string): ListedTool[] | undefined {
  const [makes, setMakes] = useState<((tools: readonly ListedTool[]) => Search) | null>(null);
  const isWanted = query.trim() !== "";
  useEffect(() => {
    if (!isWanted || makes) return;
    // The search loads with the first letter: most visits need none.
    import("../../search/tools").then(({ searchTools }) => setMakes(() => searchTools));
  }, [isWanted, makes]);
  const search = useMemo(() => (makes && tools ? makes(tools) : null), [makes, tools]);
  return useMemo(() => {
    if (!isWanted) return tools;
    const byId = new Map(tools?.map((tool) => [tool.id, tool]));
    return search?.find(query, MOST).flatMap(({ id }) => byId.get(id) ?? []);
  }, [isWanted, tools, search, query]);
}
