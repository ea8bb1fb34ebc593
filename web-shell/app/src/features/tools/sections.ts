import type { Category, ListedTool } from "@sitewright/sdk/shell";
import { GROUPS, type Group } from "../../api/groups";
import { FAVOURITES, INVITED, RECENT } from "./use-found-tools";

/** A card of the catalogue: a tool, or a page on which several write at once. */
export type Card = { id: string; tool: ListedTool } | { id: string; group: Group };

export type Section = { id: string; title: string; category?: string; cards: Card[] };

/** The category in which a group is shown. */
const CATEGORY_OF: Record<Group, string> = { posts: "social", ads: "ads" };
/** Tools for the first visit: one for each of the most frequent needs. */
const FIRST = ["facebook-post", "seo-metatags", "product-description", "email"];
const FIRST_SHOWN = 4;

export const cardOf = (tool: ListedTool): Card => ({ id: tool.id, tool });

/** The groups with more than one installed tool. */
export function worthwhile(tools: readonly ListedTool[]): Group[] {
  const ids = new Set(tools.map(({ id }) => id));
  return (Object.keys(GROUPS) as Group[]).filter(
    (group) => GROUPS[group].filter((id) => ids.has(id)).length > 1,
  );
}

/** The first section: what was used last, then favourites; for a new user a few tools to begin with. */
export function firstTools(tools: readonly ListedTool[], recent: readonly string[]) {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const own = new Set([...named(recent), ...tools.filter(({ favourite }) => favourite)]);
  const chosen = own.size > 0 ? [...own] : named(FIRST).filter(({ lock }) => !lock);
  return { isOwn: own.size > 0, tools: chosen.slice(0, FIRST_SHOWN) };
}

/** Whether a tool connects a shop and writes no text itself. */
export const isSystem = ({ words }: ListedTool) => words === 0;

/** The tools of each category that write, with the groups first. */
export function sectionsOf(tools: readonly ListedTool[], categories: readonly Category[]): Section[] {
  const groups = worthwhile(tools);
  return categories.flatMap(({ id, title }) => {
    const own = groups.filter((group) => CATEGORY_OF[group] === id).map((group) => ({ id: group, group }));
    const writing = tools.filter((tool) => tool.category === id && !isSystem(tool));
    const cards = [...own, ...writing.map(cardOf)];
    return cards.length > 0 ? [{ id, title, category: id, cards }] : [];
  });
}

/** The cards of a filter, in the order of the catalogue, or in that of the last use. */
export function chosenCards(
  tools: readonly ListedTool[],
  recent: readonly string[],
  category: string,
): Card[] {
  if (category === RECENT) return recent.flatMap((id) => tools.filter((tool) => tool.id === id)).map(cardOf);
  if (category === FAVOURITES) return tools.filter(({ favourite }) => favourite).map(cardOf);
  if (category === INVITED) return tools.filter(({ guest }) => guest).map(cardOf);
  const groups = worthwhile(tools).filter((group) => CATEGORY_OF[group] === category);
  return [
    ...groups.map((group) => ({ id: group, group })),
    ...tools.filter((tool) => tool.category === category).map(cardOf),
  ];
}
