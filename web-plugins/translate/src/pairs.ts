export type Pair = { source: string; target: string };

const paragraphs = (text: string) =>
  text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

const lines = (text: string) => text.split("\n").filter((line) => line.trim());

const zipped = (sources: string[], targets: string[]): Pair[] =>
  Array.from({ length: Math.max(sources.length, targets.length) }, (_, place) => ({
    source: sources[place] ?? "",
    target: targets[place] ?? "",
  }));

/**
 * A text and its translation, matched by paragraph, or by line if only the counts of lines are equal. Otherwise
 * both are shown unmatched.
 */
export function pairs(source: string, target: string): Pair[] {
  for (const split of [paragraphs, lines]) {
    const [sources, targets] = [split(source), split(target)];
    if (sources.length === targets.length) return zipped(sources, targets);
  }
  return [{ source: source.trim(), target: target.trim() }];
}
