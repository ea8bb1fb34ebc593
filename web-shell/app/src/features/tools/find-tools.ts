import type { Tool } from "@sitewright/sdk/shell";
import { fold } from "../../ui/fold";

export const FAVOURITES = "favourites";
export const RECENT = "recent";

/**
 * The tools that match every word of the search, favourites first, in the order of the catalogue; those used last in
 * the order of `recent`.
 */
export function findTools(tools: Tool[], search: string, category: string, recent: string[] = []): Tool[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const matching = tools.filter((tool) => {
    if (!isOf(tool, category, recent)) return false;
    const haystack = fold(`${tool.name} ${tool.summary} ${tool.id} ${tool.search.join(" ")}`);
    return words.every((word) => haystack.includes(word));
  });
  if (category === RECENT) return matching.sort((a, b) => recent.indexOf(a.id) - recent.indexOf(b.id));
  return [...matching.filter((tool) => tool.favourite), ...matching.filter((tool) => !tool.favourite)];
}

function isOf(tool: Tool, category: string, recent: string[]): boolean {
  if (category === FAVOURITES) return tool.favourite;
  if (category === RECENT) return recent.includes(tool.id);
  return !category || tool.category === category;
}
