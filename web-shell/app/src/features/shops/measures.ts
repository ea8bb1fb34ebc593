import { arial, type Check, SEARCH_RESULT } from "@sitewright/sdk/bench";
import { lettersOf, wordCount } from "./compare";
import { type Change, fieldOf, formatOf, type Shop } from "./shops";

/** Fields that search results show. */
const SEARCH: Record<string, { most: number; size: number }> = {
  "seo-title": SEARCH_RESULT.title,
  "seo-description": SEARCH_RESULT.description,
};

const check = (field: string, unit: Check["unit"], value: number, max: number | null): Check => ({
  field,
  unit,
  value,
  min: null,
  max,
  level: unit === "pixels" ? "recommended" : "hard",
  ok: max === null || value <= max,
  message: "",
});

/** The sizes of a proposal, each with its limit if there is one. */
export function measuresOf(shop: Shop, { kind, field, new: text }: Change): Check[] {
  const format = formatOf(shop, kind, field);
  const most = fieldOf(shop, kind, field)?.most ?? null;
  const search = SEARCH[field];
  const sizes: Check[] = [];
  if (search) sizes.push(check(field, "pixels", arial(text.trim(), search.size), search.most));
  if (most || format !== "html") sizes.push(check(field, "characters", lettersOf(text), most));
  if (format === "html") sizes.push(check(field, "words", wordCount(text, format), null));
  return sizes;
}
