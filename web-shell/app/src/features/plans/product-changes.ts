import type { ProductEdit } from "./products";

export type Change =
  | { kind: "lose" | "gain"; tools: string[] }
  | { kind: "projects" | "runs_per_day" | "bulk_rows"; before: number | null; after: number | null }
  | { kind: "ai_words" | "pages"; before: number; after: number }
  | { kind: "price" | "own_model" | "no_own_model" | "offer" | "archive" };

const LIMITS = ["projects", "runs_per_day", "bulk_rows"] as const;
const GRANTS = ["ai_words", "pages"] as const;
const PRICES = ["monthly_usd", "annual_usd", "monthly_pln", "annual_pln"] as const;

/** The effects of a change of a plan on its users. `all`: the ids of all tools. */
export function changesOf(before: ProductEdit, after: ProductEdit, all: string[]): Change[] {
  const had = new Set(before.all_tools ? all : before.tools);
  const has = new Set(after.all_tools ? all : after.tools);
  const lose = [...had].filter((tool) => !has.has(tool));
  const gain = [...has].filter((tool) => !had.has(tool));
  const changes: Change[] = [];
  if (lose.length > 0) changes.push({ kind: "lose", tools: lose });
  if (gain.length > 0) changes.push({ kind: "gain", tools: gain });
  for (const kind of LIMITS)
    if (before[kind] !== after[kind]) changes.push({ kind, before: before[kind], after: after[kind] });
  for (const kind of GRANTS)
    if (before[kind] !== after[kind]) changes.push({ kind, before: before[kind], after: after[kind] });
  if (PRICES.some((price) => before[price] !== after[price])) changes.push({ kind: "price" });
  if (before.own_model !== after.own_model)
    changes.push({ kind: after.own_model ? "own_model" : "no_own_model" });
  if (before.on_offer !== after.on_offer) changes.push({ kind: after.on_offer ? "offer" : "archive" });
  return changes;
}
