// Where each network folds or refuses a text: read from the previews and the tool that keep it.
import facebook from "../../../../web-plugins/social-post/src/facebook-card.tsx?raw";
import instagram from "../../../../web-plugins/social-post/src/instagram-card.tsx?raw";
import linkedin from "../../../../web-plugins/social-post/src/linkedin-card.tsx?raw";
import thread from "../../../../web-plugins/social-post/src/thread-card.tsx?raw";

function number(source: string, pattern: RegExp): number {
  const found = Number(source.match(pattern)?.[1]);
  if (!found) throw new Error(`the preview has no ${pattern}`);
  return found;
}

export type Place = "instagram" | "phone" | "desktop" | "x" | "facebook";

/** In characters, the shortest first. */
export const FOLDS: [Place, number][] = [
  ["instagram", number(instagram, /FOLD = \{ limit: (\d+)/)],
  ["phone", number(linkedin, /mobile: \{ limit: (\d+)/)],
  ["desktop", number(linkedin, /desktop: \{ limit: (\d+)/)],
  ["x", number(thread, /LIMIT = (\d+)/)],
  ["facebook", number(facebook, /FOLD = \{ limit: (\d+)/)],
];

/** The parts of a text between the folds, cut between words; the last part is behind all folds. */
export function foldedText(text: string): string[] {
  const ends = FOLDS.map(([, limit]) => text.slice(0, limit + 1).search(/[ \u00a0]\S*$/));
  return [...ends, text.length].map((end, place) => text.slice(ends[place - 1] ?? 0, end));
}
