type Parts = Record<string, unknown>;

/** A text part; empty if it is missing or has another type. */
export const textOf = (parts: Parts, name: string): string => {
  const value = parts[name];
  return typeof value === "string" ? value : "";
};

/** A part with a list of texts; empty if it is missing or has another type. */
export const listOf = (parts: Parts, name: string): string[] => {
  const value = parts[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
};

/** The named parts that are not empty. */
export const present = (parts: Parts, ...names: string[]): string[] =>
  names.filter((name) => textOf(parts, name) || listOf(parts, name).length);
