/**
 * The words that differ between two texts. A word keeps the whitespace behind it, so that a text is the words joined.
 *
 * Words that both texts have once are anchors, as in a patience diff: their longest common order divides the texts into
 * gaps, which are small. A gap without anchors is compared word by word if it is small, and counts as replaced if not.
 */

export type Words = string[];
/** For each word whether the other text has it at this place. */
export type Kept = boolean[];
export type WordDiff = { before: Kept; after: Kept };

/** Cells of the table for a gap without anchors. */
const MOST_CELLS = 60_000;
/** Below this share of kept words a text was written again: single common words would only be in the way. */
const LEAST_KEPT = 0.2;
/** A run of kept words between changes with at most this many letters is read as part of the change. */
const SHORT_RUN = 4;

/** A range in both texts; the ends are exclusive. */
type Gap = { from: number; to: number; otherFrom: number; otherTo: number };

/** The words of a text with the whitespace behind them; whitespace at its beginning is a word. */
export const wordsOf = (text: string): Words => text.match(/\S+\s*|^\s+/g) ?? [];

/** Compares words without the whitespace behind them. */
export function diffWords(before: Words, after: Words): WordDiff {
  const diff: WordDiff = { before: before.map(() => false), after: after.map(() => false) };
  const [one, other] = numbered(before, after);
  const gaps: Gap[] = [{ from: 0, to: one.length, otherFrom: 0, otherTo: other.length }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) compare(one, other, gap, diff, gaps);
  return readable(before, after, diff);
}

/** The words as numbers, equal ones with the same number. */
function numbered(before: Words, after: Words): [number[], number[]] {
  const known = new Map<string, number>();
  const number = (word: string) => {
    const key = word.trimEnd();
    const found = known.get(key) ?? known.size;
    known.set(key, found);
    return found;
  };
  return [before.map(number), after.map(number)];
}

/** Marks the kept words of a gap, or divides it into smaller ones. */
function compare(one: number[], other: number[], gap: Gap, diff: WordDiff, gaps: Gap[]) {
  let { from, to, otherFrom, otherTo } = gap;
  const keep = (place: number, otherPlace: number) => {
    diff.before[place] = true;
    diff.after[otherPlace] = true;
  };
  while (from < to && otherFrom < otherTo && one[from] === other[otherFrom]) keep(from++, otherFrom++);
  while (from < to && otherFrom < otherTo && one[to - 1] === other[otherTo - 1]) keep(--to, --otherTo);
  if (from === to || otherFrom === otherTo) return;
  const rest = { from, to, otherFrom, otherTo };
  const anchors = inOrder(anchorsOf(one, other, rest));
  if (anchors.length === 0) return table(one, other, rest, keep);
  for (const [place, otherPlace] of [...anchors, [to, otherTo] as const]) {
    gaps.push({ from, to: place, otherFrom, otherTo: otherPlace });
    if (place < to) keep(place, otherPlace);
    from = place + 1;
    otherFrom = otherPlace + 1;
  }
}

type Pair = readonly [place: number, otherPlace: number];

/** Words that both texts have once in a gap, by their place in the first. */
function anchorsOf(one: number[], other: number[], { from, to, otherFrom, otherTo }: Gap): Pair[] {
  const places = placesOf(one, from, to);
  const otherPlaces = placesOf(other, otherFrom, otherTo);
  const pairs: Pair[] = [];
  for (const [word, place] of places) {
    const otherPlace = otherPlaces.get(word) ?? -1;
    if (place >= 0 && otherPlace >= 0) pairs.push([place, otherPlace]);
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** The place of each word; -1 if it is there twice. */
function placesOf(words: number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = from; place < to; place++) {
    const word = words[place] as number;
    places.set(word, places.has(word) ? -1 : place);
  }
  return places;
}

/** The longest part of the pairs that is in the same order in both texts. */
function inOrder(pairs: Pair[]): Pair[] {
  /** By length: the index of the last pair of a part with that length that ends first. */
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, place], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as Pair)[1] < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  });
  const part: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] as number)
    part.push(pairs[index] as Pair);
  return part.reverse();
}

/** The longest common sequence of a small gap. */
function table(one: number[], other: number[], gap: Gap, keep: (place: number, otherPlace: number) => void) {
  const { from, to, otherFrom, otherTo } = gap;
  const width = otherTo - otherFrom + 1;
  if ((to - from + 1) * width > MOST_CELLS) return;
  /** Kept words of the rests that begin at a row and a column. */
  const most = new Uint16Array((to - from + 1) * width);
  const cell = (row: number, column: number) => most[row * width + column] as number;
  for (let row = to - from - 1; row >= 0; row--)
    for (let column = width - 2; column >= 0; column--)
      most[row * width + column] =
        one[from + row] === other[otherFrom + column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1));
  let [row, column] = [0, 0];
  while (row < to - from && column < width - 1) {
    if (one[from + row] === other[otherFrom + column]) keep(from + row++, otherFrom + column++);
    else if (cell(row + 1, column) >= cell(row, column + 1)) row++;
    else column++;
  }
}

/** Without kept words that nobody would read as kept: in a new text, and single short ones between changes. */
function readable(before: Words, after: Words, diff: WordDiff): WordDiff {
  const kept = diff.before.filter(Boolean).length;
  const longer = Math.max(before.length, after.length);
  if (kept < longer * LEAST_KEPT) return { before: before.map(() => false), after: after.map(() => false) };
  const runs = runsOf(diff);
  for (const { place, otherPlace, length } of runs) {
    const letters = before
      .slice(place, place + length)
      .join("")
      .trim().length;
    // A change before and behind it, on one side at least.
    const isBetween =
      place + otherPlace > 0 && place + length < before.length && otherPlace + length < after.length;
    if (!isBetween || letters > SHORT_RUN) continue;
    diff.before.fill(false, place, place + length);
    diff.after.fill(false, otherPlace, otherPlace + length);
  }
  return diff;
}

/** The runs of words that are kept together in both texts. */
function runsOf({ before, after }: WordDiff) {
  const runs: { place: number; otherPlace: number; length: number }[] = [];
  let otherPlace = 0;
  for (let place = 0; place < before.length; place++) {
    if (!before[place]) continue;
    while (!after[otherPlace]) otherPlace++;
    const last = runs.at(-1);
    if (last && last.place + last.length === place && last.otherPlace + last.length === otherPlace)
      last.length++;
    else runs.push({ place, otherPlace, length: 1 });
    otherPlace++;
  }
  return runs;
}

/** Words of the same kind next to each other, joined. */
export type Piece = { text: string; isKept: boolean; place: number };

export function piecesOf(words: Words, kept: Kept): Piece[] {
  const pieces: Piece[] = [];
  words.forEach((text, place) => {
    const isKept = kept[place] ?? false;
    const last = pieces.at(-1);
    if (last?.isKept === isKept) last.text += text;
    else pieces.push({ text, isKept, place });
  });
  return pieces;
}
