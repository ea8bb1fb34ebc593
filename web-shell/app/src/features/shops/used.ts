import { contains, type UsedFact } from "@sitewright/sdk/bench";
import { blocksOf } from "./html-text";
import { type Change, formatOf, type ItemTexts, type Shop } from "./shops";

/** Facts that a text does not have to name, as in the rules of the server. */
const UNNAMED = ["sku", "ean", "price", "category", "brand"];

/** The facts of an item, and whether a text names them. A short text has no room for all: it has only those that it names. */
export function factsIn(
  shop: Shop,
  { kind, field, new: text }: Change,
  item: ItemTexts,
  factName: (name: string) => string,
): UsedFact[] {
  const format = formatOf(shop, kind, field);
  const plain = blocksOf(text, format)
    .map((block) => block.text)
    .join("\n");
  const known = new Map(item.facts.map((fact) => [`${factName(fact.name)}: ${fact.value}`, fact]));
  const facts = [...known].map(([line, { name, value }]) => ({
    text: line,
    isUsed: contains(plain, value),
    isOptional: format !== "html" || UNNAMED.includes(name),
  }));
  return facts.filter(({ isUsed, isOptional }) => isUsed || !isOptional);
}
