// Where each network folds or refuses a text, as the previews of the tools have it.
import { FACEBOOK, INSTAGRAM, LINKEDIN, X_LIMIT } from "../../../../web-plugins/social-post/src/folds";

export type Place = "instagram" | "phone" | "desktop" | "x" | "facebook";

/** In characters, the shortest first. */
export const FOLDS: [Place, number][] = [
  ["instagram", INSTAGRAM.limit],
  ["phone", LINKEDIN.mobile.limit],
  ["desktop", LINKEDIN.desktop.limit],
  ["x", X_LIMIT],
  ["facebook", FACEBOOK.limit],
];

/** The parts of a text between the folds, cut between words; the last part is behind all folds. */
export function foldedText(text: string): string[] {
  const ends = FOLDS.map(([, limit]) => text.slice(0, limit + 1).search(/[ \u00a0]\S*$/));
  return [...ends, text.length].map((end, place) => text.slice(ends[place - 1] ?? 0, end));
}
