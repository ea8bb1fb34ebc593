import { listOf, type Previewed } from "@sitewright/sdk";

export type CarouselCard = { headline: string; description: string };

const CARDS = /card/;

/** The cards of a carousel: the lists of a variant whose names contain "card", matched by index. */
export function cardsOf(parts: Previewed["parts"]): CarouselCard[] {
  const named = (word: string) => Object.keys(parts).find((name) => CARDS.test(name) && name.includes(word));
  const headlines = listOf(parts, named("headline") ?? "");
  const descriptions = listOf(parts, named("description") ?? "");
  return headlines.map((headline, place) => ({ headline, description: descriptions[place] ?? "" }));
}
