import type { Tool } from "@sitewright/sdk/shell";
import { fold } from "../../ui/fold";

export const FAVOURITES = "favourites";

/** The tools that match every word of the search, favourites first, in the order of the catalogue. */
export function findTools(tools: Tool[], search: string, category: string): Tool[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const matching = tools.filter((tool) => {
    if (category === FAVOURITES ? !tool.favourite : category && tool.category !== category) return false;
    const haystack = fold(`${tool.name} ${tool.summary} ${tool.id} ${tool.search.join(" ")}`);
    return words.every((word) => haystack.includes(word));
  });
  return [...matching.filter((tool) => tool.favourite), ...matching.filter((tool) => !tool.favourite)];
}
