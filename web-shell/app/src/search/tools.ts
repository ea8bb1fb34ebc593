import { type Entry, Search } from "./search";

/** The texts of a tool that a search reads. */
export type SearchedTool = {
  id: string;
  name: string;
  summary: string;
  search: readonly string[];
  search_elsewhere: readonly string[];
};

const entryOf = (tool: SearchedTool): Entry => ({
  id: tool.id,
  title: tool.name,
  terms: tool.search.join(" | "),
  elsewhere: tool.search_elsewhere.join(" | "),
  about: tool.summary,
});

/** Finds tools by what a user needs, in either language. */
export const searchTools = (tools: readonly SearchedTool[]) => Search.of(tools.map(entryOf), { some: true });
