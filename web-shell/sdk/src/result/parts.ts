type Parts = Record<string, unknown>;

/** A part that is a text; empty where it is missing or something else. */
export const textOf = (parts: Parts, name: string): string => {
  const value = parts[name];
  return typeof value === "string" ? value : "";
};

/** A part that is a list of texts; empty where it is missing or something else. */
export const listOf = (parts: Parts, name: string): string[] => {
  const value = parts[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
};

/** Which of the named parts have something to say. */
export const present = (parts: Parts, ...names: string[]): string[] =>
  names.filter((name) => textOf(parts, name) || listOf(parts, name).length);
