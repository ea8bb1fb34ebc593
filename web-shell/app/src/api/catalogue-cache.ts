/** The third part of the key of a list of tools. */
export const LIST = "list";

/** Whether an answer is a list of tools. */
export const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === LIST;

/** Whatever of the catalogue is at hand, with this tool marked or not. */
export function marked<T>(data: T, id: string, favourite: boolean): T {
  if (typeof data !== "object" || data === null) return data;
  if ("id" in data) return data.id === id ? { ...data, favourite } : data;
  if (!("tools" in data) || !Array.isArray(data.tools)) return data;
  return { ...data, tools: data.tools.map((tool) => marked(tool, id, favourite)) };
}

/** Where it is kept why the last change of a version in development did not get through. */
export const mistakesOf = (id: string) => ["development", id];
