import { under } from "@sitewright/sdk/shell";

/** Matches every query for tools. */
export const TOOLS = under("/api/tools");

/** Whether a query loads a list of tools by a filter. */
export const isList = ({ queryKey: [path, params] }: { queryKey: readonly unknown[] }) =>
  path === "/api/tools" && typeof params === "object";

/** Cached data about tools with this tool marked as a favourite or not. */
export function marked<T>(data: T, id: string, favourite: boolean): T {
  if (typeof data !== "object" || data === null) return data;
  if ("id" in data) return data.id === id ? { ...data, favourite } : data;
  if (!("tools" in data) || !Array.isArray(data.tools)) return data;
  return { ...data, tools: data.tools.map((tool) => marked(tool, id, favourite)) };
}

/** Query key of the errors of the last change of a version in development. */
export const mistakesOf = (id: string) => ["development", id];
