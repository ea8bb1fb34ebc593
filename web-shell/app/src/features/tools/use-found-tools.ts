import { useCatalogue } from "../../api/catalogue";
import { useRecentTools } from "../../api/recent-tools";

export const FAVOURITES = "favourites";
export const RECENT = "recent";
export const INVITED = "invited";

export const PER_PAGE = 48;

/**
 * A page of the tools that match every word of the search, favourites first, in the order of the catalogue; recently
 * used tools in that order. Undefined while they load.
 */
export function useFoundTools(search: string, category: string, page: number) {
  const recent = useRecentTools();
  const isRecent = category === RECENT;
  const isFavourites = category === FAVOURITES;
  const isInvited = category === INVITED;
  const { data } = useCatalogue({
    q: search || undefined,
    category: isRecent || isFavourites || isInvited ? undefined : category || undefined,
    ids: isRecent ? recent : undefined,
    favourite: isFavourites || undefined,
    invited: isInvited || undefined,
    sort: isRecent ? undefined : "favourites",
    page,
    per_page: PER_PAGE,
  });
  const found = isRecent && recent.length === 0 ? { tools: [], total: 0 } : data;
  return { tools: found?.tools, total: found?.total };
}
