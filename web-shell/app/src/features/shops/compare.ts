import { type Block, blocksOf, type Format } from "./html-text";
import { diffWords, type Piece, piecesOf, wordsOf } from "./word-diff";

export type ComparedBlock = { kind: Block["kind"]; place: number; pieces: Piece[] };
export type Comparison = {
  before: ComparedBlock[];
  after: ComparedBlock[];
  /** Whether both are read the same, or have no words in common. */
  isSame: boolean;
  isNew: boolean;
};

/** Compares two values of a field as they are read, by block. */
export function compareTexts(before: string, after: string, format: Format): Comparison {
  const [one, other] = [withWords(blocksOf(before, format)), withWords(blocksOf(after, format))];
  const diff = diffWords(
    one.flatMap(({ words }) => words),
    other.flatMap(({ words }) => words),
  );
  return {
    before: inBlocks(one, diff.before),
    after: inBlocks(other, diff.after),
    isSame: diff.before.every(Boolean) && diff.after.every(Boolean),
    isNew: !diff.after.some(Boolean),
  };
}

type WithWords = { kind: Block["kind"]; words: string[] };

const withWords = (blocks: Block[]): WithWords[] =>
  blocks.map(({ kind, text }) => ({ kind, words: wordsOf(text) }));

function inBlocks(blocks: WithWords[], kept: boolean[]): ComparedBlock[] {
  let from = 0;
  return blocks.map(({ kind, words }, place) => {
    const pieces = piecesOf(words, kept.slice(from, from + words.length));
    from += words.length;
    return { kind, place, pieces };
  });
}

/** Letters as the shop counts them. */
export const lettersOf = (text: string) => [...text].length;

/** Words of a value as it is read. */
export const wordCount = (text: string, format: Format) =>
  blocksOf(text, format).reduce((sum, block) => sum + wordsOf(block.text).length, 0);
